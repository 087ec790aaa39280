package main

import (
	"encoding/json"
	"errors"
	"sort"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
)

// A kind with one version, which needs neither conversion nor defaults.
type oneVersion struct{}

func (oneVersion) Convert(_, _, _ any) error { return nil }

func (oneVersion) ConvertToVersion(in runtime.Object, _ runtime.GroupVersioner) (runtime.Object, error) {
	return in, nil
}

func (oneVersion) ConvertFieldLabel(_ schema.GroupVersionKind, label, value string) (string, string, error) {
	return label, value, nil
}

func (oneVersion) Default(runtime.Object) {}

func (oneVersion) New(schema.GroupVersionKind) (runtime.Object, error) {
	return &unstructured.Unstructured{Object: object{}}, nil
}

// The API server's whole chain around the merge, for one write to a custom resource.
func fieldManagerWrite(in object) object {
	config := &unstructured.Unstructured{Object: in["object"].(object)}
	kind := config.GroupVersionKind()
	live := &unstructured.Unstructured{Object: object{}}
	if known, ok := in["live"].(object); ok {
		live.Object = known
	} else {
		live.SetGroupVersionKind(kind)
	}
	manager := newFieldManager(in, kind)
	if in["do"] == "update" {
		return written(manager.UpdateNoErrors(live, config, text(in, "manager")), false)
	}
	result, err := manager.Apply(live, config, text(in, "manager"), in["do"] == "forceApply")
	var status *apierrors.StatusError
	switch {
	case errors.As(err, &status):
		return refused(status.ErrStatus)
	case err != nil:
		return object{"code": 500}
	}
	return written(result, text(in, "reset") == "{}")
}

func newFieldManager(in object, kind schema.GroupVersionKind) *managedfields.FieldManager {
	models := map[string]*spec.Schema{}
	check(json.Unmarshal(encode(in["schemas"]), &models))
	converter, err := managedfields.NewTypeConverter(models, false)
	check(err)
	reset := &fieldpath.Set{}
	check(reset.FromJSON(strings.NewReader(text(in, "reset"))))
	version := fieldpath.APIVersion(kind.GroupVersion().String())
	filters := map[fieldpath.APIVersion]fieldpath.Filter{version: fieldpath.NewExcludeSetFilter(reset)}
	one := oneVersion{}
	manager, err := managedfields.NewDefaultCRDFieldManager(converter, one, one, one, kind, kind.GroupVersion(), text(in, "subresource"), filters)
	check(err)
	return manager
}

func refused(status metav1.Status) object {
	if status.Details == nil || len(status.Details.Causes) == 0 {
		return object{"code": status.Code}
	}
	causes := []string{}
	for _, cause := range status.Details.Causes {
		causes = append(causes, cause.Field+": "+cause.Message)
	}
	sort.Strings(causes)
	return object{"code": status.Code, "message": status.Message, "causes": causes}
}

// Who owns what, and the object unless the endpoint's strategy would still reset parts of it.
func written(result runtime.Object, withObject bool) object {
	stored := result.(*unstructured.Unstructured)
	records := object{}
	for _, record := range stored.GetManagedFields() {
		names := []string{record.Manager, string(record.Operation), record.APIVersion, record.Subresource}
		fields := "{}"
		if record.FieldsV1 != nil {
			fields = string(record.FieldsV1.Raw)
		}
		records[strings.Join(names, " ")] = decode([]byte(fields))
	}
	out := object{"code": 200, "records": records}
	if withObject {
		stored.SetManagedFields(nil)
		dropEmpty(stored.Object["metadata"])
		out["object"] = stored.Object
	}
	return out
}

// Metadata is stored through a Go type, which leaves out what is empty.
func dropEmpty(metadata any) {
	entries, _ := metadata.(object)
	for key, value := range entries {
		content, isMap := value.(object)
		items, isList := value.([]any)
		if value == nil || (isMap && len(content) == 0) || (isList && len(items) == 0) {
			delete(entries, key)
		}
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
