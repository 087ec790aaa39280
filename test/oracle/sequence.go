package main

import (
	"errors"
	"sort"

	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/merge"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
)

type state struct {
	parseable typed.ParseableType
	live      *typed.TypedValue
	managers  fieldpath.ManagedFields
}

// All versions are the same.
type identity struct{}

func (identity) Convert(object *typed.TypedValue, _ fieldpath.APIVersion) (*typed.TypedValue, error) {
	return object, nil
}

func (identity) IsMissingVersionError(error) bool { return false }

var updater = (&merge.UpdaterBuilder{Converter: identity{}}).BuildUpdater()

// Where "stored" says so, sets are written and read again between the steps, as a server does.
func sequence(in object) object {
	parseable := typeOf(in)
	live, err := parseable.FromUnstructured(object{})
	if err != nil {
		live = typed.AsTypedUnvalidated(live.AsValue(), parseable.Schema, parseable.TypeRef)
	}
	now := state{parseable, live, fieldpath.ManagedFields{}}
	answers := []any{}
	for _, item := range in["steps"].([]any) {
		next, conflicts, err := step(now, item.(object))
		switch {
		case err != nil:
			answers = append(answers, failed)
		case conflicts != nil:
			answers = append(answers, object{"conflicts": describeConflicts(conflicts)})
		default:
			answers = append(answers, describe(next))
			now = next
			if flag(in, "stored") {
				now = stored(next)
			}
		}
	}
	return object{"steps": answers}
}

func step(now state, in object) (state, merge.Conflicts, error) {
	version := fieldpath.APIVersion(text(in, "version"))
	manager := text(in, "manager")
	switch text(in, "do") {
	case "schema":
		parseable := typeOf(in)
		live, err := parseable.FromUnstructured(now.live.AsValue().Unstructured())
		return state{parseable, live, now.managers}, nil, err
	case "update":
		object, err := now.parseable.FromUnstructured(in["value"], typed.AllowDuplicates)
		if err != nil {
			return now, nil, err
		}
		live, managers, err := updater.Update(now.live, object, version, now.managers.Copy(), manager)
		return state{now.parseable, live, managers}, nil, err
	default:
		config, err := now.parseable.FromUnstructured(in["value"])
		if err != nil {
			return now, nil, err
		}
		live, managers, err := updater.Apply(now.live, config, version, now.managers.Copy(), manager, text(in, "do") == "forceApply")
		var conflicts merge.Conflicts
		if errors.As(err, &conflicts) {
			return now, conflicts, nil
		}
		if live == nil {
			live = now.live
		}
		return state{now.parseable, live, managers}, nil, err
	}
}

func stored(now state) state {
	managers := fieldpath.ManagedFields{}
	for name, owned := range now.managers {
		managers[name] = fieldpath.NewVersionedSet(readSet(printSet(owned.Set())), owned.APIVersion(), owned.Applied())
	}
	return state{now.parseable, now.live, managers}
}

func describe(now state) object {
	names := []string{}
	for name := range now.managers {
		names = append(names, name)
	}
	sort.Strings(names)
	managers := []any{}
	for _, name := range names {
		owned := now.managers[name]
		managers = append(managers, object{
			"manager": name, "version": string(owned.APIVersion()), "applied": owned.Applied(), "set": printSet(owned.Set()),
		})
	}
	return object{"value": now.live.AsValue().Unstructured(), "managers": managers}
}

func describeConflicts(conflicts merge.Conflicts) []any {
	sort.SliceStable(conflicts, func(a, b int) bool { return conflicts[a].Manager < conflicts[b].Manager })
	listed := []any{}
	for _, conflict := range conflicts {
		listed = append(listed, object{"manager": conflict.Manager, "path": conflict.Path.String()})
	}
	return listed
}
