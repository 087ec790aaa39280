package main

import (
	"log"

	"sigs.k8s.io/structured-merge-diff/v6/typed"
)

// The types of the latest schema: cases in a row often share it.
var latest struct {
	text   string
	parser *typed.Parser
}

func typeOf(in object) typed.ParseableType {
	if in["schema"] == "deduced" {
		return typed.DeducedParseableType
	}
	schema := string(encode(in["schema"]))
	if latest.parser == nil || latest.text != schema {
		parser, err := typed.NewParser(typed.YAMLObject(schema))
		if err != nil {
			log.Fatalf("not a schema: %v: %s", err, schema)
		}
		latest.text, latest.parser = schema, parser
	}
	return latest.parser.Type(text(in, "type"))
}

func lenient(in object, key string) (*typed.TypedValue, error) {
	return typeOf(in).FromUnstructured(in[key], typed.AllowDuplicates)
}

func validate(in object) object {
	options := []typed.ValidationOptions{}
	if flag(in, "allowDuplicates") {
		options = append(options, typed.AllowDuplicates)
	}
	_, err := typeOf(in).FromUnstructured(in["value"], options...)
	return object{"valid": err == nil}
}

func toFieldSet(in object) object {
	tv, err := lenient(in, "value")
	if err != nil {
		return failed
	}
	set, err := tv.ToFieldSet()
	if err != nil {
		return failed
	}
	return object{"set": printSet(set)}
}

func compareTyped(in object) object {
	lhs, rhs, ok := pair(in, "lhs", "rhs")
	if !ok {
		return failed
	}
	comparison, err := lhs.Compare(rhs)
	if err != nil {
		return failed
	}
	return object{"removed": printSet(comparison.Removed), "modified": printSet(comparison.Modified), "added": printSet(comparison.Added)}
}

func mergeTyped(in object) object {
	live, config, ok := pair(in, "live", "config")
	if !ok {
		return failed
	}
	merged, err := live.Merge(config)
	if err != nil {
		return failed
	}
	return object{"value": merged.AsValue().Unstructured()}
}

func pair(in object, left, right string) (*typed.TypedValue, *typed.TypedValue, bool) {
	lhs, err := lenient(in, left)
	if err != nil {
		return nil, nil, false
	}
	rhs, err := lenient(in, right)
	return lhs, rhs, err == nil
}

func removeItems(in object) object {
	tv, err := lenient(in, "value")
	if err != nil {
		return failed
	}
	return object{"value": tv.RemoveItems(readSet(text(in, "set"))).AsValue().Unstructured()}
}

func extractItems(in object) object {
	tv, err := lenient(in, "value")
	if err != nil {
		return failed
	}
	options := []typed.ExtractItemsOption{}
	if flag(in, "withKeys") {
		options = append(options, typed.WithAppendKeyFields())
	}
	return object{"value": tv.ExtractItems(readSet(text(in, "set")), options...).AsValue().Unstructured()}
}

func reconcile(in object) object {
	tv, err := lenient(in, "value")
	if err != nil {
		return failed
	}
	set, err := typed.ReconcileFieldSetWithSchema(readSet(text(in, "set")), tv)
	if err != nil {
		return failed
	}
	if set == nil {
		return object{"set": nil}
	}
	return object{"set": printSet(set)}
}
