package main

import (
	"strings"

	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/value"
)

func parseSet(in object) object {
	set := &fieldpath.Set{}
	if set.FromJSON(strings.NewReader(text(in, "text"))) != nil {
		return failed
	}
	out := object{"set": printSet(set)}
	paths := []string{}
	stable := true
	set.Iterate(func(path fieldpath.Path) {
		paths = append(paths, path.String())
		for _, element := range path {
			stable = stable && !isUnstable(element)
		}
	})
	if stable {
		out["paths"] = paths
	}
	return out
}

// A map of several keys inside of a key or value prints in random order.
func isUnstable(element fieldpath.PathElement) bool {
	if element.Value != nil && printsRandomly((*element.Value).Unstructured()) {
		return true
	}
	if element.Key != nil {
		for _, field := range *element.Key {
			if printsRandomly(field.Value.Unstructured()) {
				return true
			}
		}
	}
	return false
}

func printsRandomly(item any) bool {
	switch typed := item.(type) {
	case map[string]any:
		if len(typed) > 1 {
			return true
		}
		for _, child := range typed {
			if printsRandomly(child) {
				return true
			}
		}
	case []any:
		for _, child := range typed {
			if printsRandomly(child) {
				return true
			}
		}
	}
	return false
}

func setOp(op func(a, b *fieldpath.Set) *fieldpath.Set) func(in object) object {
	return func(in object) object {
		return object{"set": printSet(op(readSet(text(in, "a")), readSet(text(in, "b"))))}
	}
}

func union(a, b *fieldpath.Set) *fieldpath.Set               { return a.Union(b) }
func intersection(a, b *fieldpath.Set) *fieldpath.Set        { return a.Intersection(b) }
func difference(a, b *fieldpath.Set) *fieldpath.Set          { return a.Difference(b) }
func recursiveDifference(a, b *fieldpath.Set) *fieldpath.Set { return a.RecursiveDifference(b) }

func leaves(in object) object { return object{"set": printSet(readSet(text(in, "a")).Leaves())} }

func ensureNamed(in object) object {
	parseable := typeOf(in)
	return object{"set": printSet(readSet(text(in, "a")).EnsureNamedFieldsAreMembers(parseable.Schema, parseable.TypeRef))}
}

func compareValues(in object) object {
	return object{"cmp": value.Compare(value.NewValueInterface(in["a"]), value.NewValueInterface(in["b"]))}
}

func readSet(json string) *fieldpath.Set {
	set := &fieldpath.Set{}
	if err := set.FromJSON(strings.NewReader(json)); err != nil {
		panic(err)
	}
	return set
}

func printSet(set *fieldpath.Set) string {
	json, err := set.ToJSON()
	if err != nil {
		panic(err)
	}
	return string(json)
}
