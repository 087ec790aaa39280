package main

import (
	"bytes"
	"io"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured/unstructuredscheme"
	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/yaml"
)

// What kubectl would send for a text: each document as JSON, Lists taken apart.
func manifestObjects(in object) object {
	decoder := yaml.NewYAMLOrJSONDecoder(strings.NewReader(text(in, "text")), 4096)
	typer := unstructuredscheme.NewUnstructuredObjectTyper()
	documents := []any{}
	for {
		var raw runtime.RawExtension
		if err := decoder.Decode(&raw); err == io.EOF {
			return object{"documents": documents}
		} else if err != nil {
			return failed
		}
		content := bytes.TrimSpace(raw.Raw)
		if len(content) == 0 || string(content) == "null" {
			continue
		}
		found, _, err := unstructured.UnstructuredJSONScheme.Decode(content, nil, nil)
		if err != nil || utiljson.Unmarshal(content, &metav1.PartialObjectMetadata{}) != nil {
			return failed
		}
		queue := []runtime.Object{found}
		for at := 0; at < len(queue); at++ {
			if !meta.IsListType(queue[at]) {
				// Only items of a List are asked for their kind once more.
				if _, _, err := typer.ObjectKinds(queue[at]); at > 0 && err != nil {
					return failed
				}
				documents = append(documents, queue[at].(runtime.Unstructured).UnstructuredContent())
				continue
			}
			items, err := meta.ExtractList(queue[at])
			if err != nil {
				return failed
			}
			queue = append(queue, items...)
		}
	}
}
