package main

import (
	"encoding/json"
	"sort"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/util/csaupgrade"
	"k8s.io/kube-openapi/pkg/schemaconv"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/structured-merge-diff/v6/schema"

	goyaml "go.yaml.in/yaml/v2"
	"sigs.k8s.io/yaml"
)

// One name after the other: given several at once, Go takes them in random order. Without a name the list is still read and written.
func upgrade(in object) object {
	upgraded := &unstructured.Unstructured{Object: in["object"].(object)}
	turns := []sets.Set[string]{sets.New[string]()}
	for _, name := range in["clientSideManagers"].([]any) {
		turns = append(turns, sets.New(name.(string)))
	}
	for _, names := range turns {
		if csaupgrade.UpgradeManagedFields(upgraded, names, text(in, "serverSideManager"), csaupgrade.Subresource(text(in, "subresource"))) != nil {
			return failed
		}
	}
	records, found, _ := unstructured.NestedFieldNoCopy(upgraded.Object, "metadata", "managedFields")
	if !found {
		return object{"managedFields": nil}
	}
	return object{"managedFields": records}
}

func schemaOfOpenAPI(in object) object {
	models := map[string]*spec.Schema{}
	if err := json.Unmarshal(encode(in["schemas"]), &models); err != nil {
		return failed
	}
	converted, err := schemaconv.ToSchemaFromOpenAPI(models, flag(in, "preserveUnknown"))
	if err != nil {
		return failed
	}
	sort.Slice(converted.Types, func(a, b int) bool { return converted.Types[a].Name < converted.Types[b].Name })
	for at := range converted.Types {
		sortFields(&converted.Types[at].Atom)
	}
	printed, err := goyaml.Marshal(converted)
	if err != nil {
		panic(err)
	}
	asJSON, err := yaml.YAMLToJSON(printed)
	if err != nil {
		panic(err)
	}
	return object{"schema": decode(asJSON)}
}

// Go emits fields in random order.
func sortFields(atom *schema.Atom) {
	if atom.List != nil {
		sortFields(&atom.List.ElementType.Inlined)
	}
	if atom.Map == nil {
		return
	}
	fields := atom.Map.Fields
	sort.Slice(fields, func(a, b int) bool { return fields[a].Name < fields[b].Name })
	for at := range fields {
		sortFields(&fields[at].Type.Inlined)
	}
	sortFields(&atom.Map.ElementType.Inlined)
}
