// Prints how the Go types of Kubernetes' built-in kinds write a field that is empty, which the OpenAPI documents do not say: by the
// name of the type in those documents, `written` with what an empty field looks like, and `omitted` for scalars that are left out
// where they hold their zero (a pointer would keep it). Only types that the bundled schemas name are printed.
//
// It needs Kubernetes' own module, so it runs where test/cluster/build.sh builds the server:
//
//	cd ~/.cache/kubernetes-field-ownership/kube-1.37.2/src && go run CHECKOUT/scripts/goFields/main.go CHECKOUT/shared/schema
package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

type fields struct {
	Written map[string]json.RawMessage `json:"written,omitempty"`
	Omitted []string                   `json:"omitted,omitempty"`
}

var seen = map[string]*fields{}

func main() {
	for gvk, t := range scheme.Scheme.AllKnownTypes() {
		if gvk.Version != "__internal" {
			visit(t)
		}
	}
	visit(reflect.TypeOf(apiextensions.CustomResourceDefinition{}))
	visit(reflect.TypeOf(apiregistration.APIService{}))
	folder := os.Args[1]
	text, err := os.ReadFile(filepath.Join(folder, "bundled.json"))
	must(err)
	var bundle struct{ Names []string }
	must(json.Unmarshal(text, &bundle))
	kept := map[string]*fields{}
	for _, name := range bundle.Names {
		if found := seen[name]; found != nil && len(found.Written)+len(found.Omitted) > 0 {
			kept[name] = found
		}
	}
	text, err = json.Marshal(kept)
	must(err)
	must(os.WriteFile(filepath.Join(folder, "goFields.json"), append(text, '\n'), 0o644))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func visit(t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		visit(t.Elem())
	case reflect.Struct:
		name := openAPIName(t)
		if _, known := seen[name]; known || !strings.HasPrefix(name, "io.k8s.") {
			return
		}
		seen[name] = &fields{Written: map[string]json.RawMessage{}}
		collect(t, seen[name])
	}
}

func collect(t reflect.Type, into *fields) {
	for i := 0; i < t.NumField(); i++ {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" || !field.IsExported() {
			continue
		}
		if name == "" && field.Type.Kind() == reflect.Struct && (field.Anonymous || strings.Contains(options, "inline")) {
			collect(field.Type, into)
			continue
		}
		visit(field.Type)
		mayOmit := strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero")
		switch field.Type.Kind() {
		case reflect.Bool, reflect.String, reflect.Int, reflect.Int32, reflect.Int64, reflect.Uint32, reflect.Float64, reflect.Uint8, reflect.Uint16, reflect.Uint64:
			if mayOmit {
				into.Omitted = append(into.Omitted, name)
				continue
			}
		case reflect.Struct:
			// omitempty never leaves out a struct.
			mayOmit = strings.Contains(options, "omitzero")
		}
		if !mayOmit {
			zero, err := json.Marshal(reflect.Zero(field.Type).Interface())
			must(err)
			into.Written[name] = zero
		}
	}
}

// openAPIName is the name of a definition: k8s.io/api/apps/v1 Deployment is io.k8s.api.apps.v1.Deployment.
func openAPIName(t reflect.Type) string {
	host, rest, _ := strings.Cut(t.PkgPath(), "/")
	parts := strings.Split(host, ".")
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return strings.Join(parts, ".") + "." + strings.ReplaceAll(rest, "/", ".") + "." + t.Name()
}
