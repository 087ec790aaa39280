package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"syscall"
	"time"

	"compress/gzip"
	"io"

	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/merge"
)

// Prints {file: {part: milliseconds, lower quartile}}; each part does the whole file's work once.
func bench(files []string) {
	results := object{}
	for _, file := range files {
		name := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(file), ".gz"), ".json")
		results[name] = benchFile(decode(readFile(file)).(object))
	}
	fmt.Println(string(encode(results)))
}

func benchFile(in object) object {
	parseable := typeOf(in)
	live := must(parseable.FromUnstructured(in["live"]))
	config := must(parseable.FromUnstructured(in["config"]))
	texts := []string{}
	owned := []*fieldpath.Set{}
	managers := fieldpath.ManagedFields{}
	for at, item := range in["managers"].([]any) {
		set := readSet(item.(string))
		texts = append(texts, item.(string))
		owned = append(owned, set)
		managers[in["names"].([]any)[at].(string)] = fieldpath.NewVersionedSet(set, "v1", true)
	}
	liveSet := must(live.ToFieldSet())
	first := in["names"].([]any)[0].(string)
	each := func(do func(set *fieldpath.Set)) func() {
		return func() {
			for _, set := range owned {
				do(set)
			}
		}
	}
	return object{
		"parse": usual(func() {
			for _, text := range texts {
				readSet(text)
			}
		}),
		"serialise":  usual(each(func(set *fieldpath.Set) { printSet(set) })),
		"toFieldSet": usual(func() { must(live.ToFieldSet()) }),
		"compare":    usual(func() { must(live.Compare(config)) }),
		"merge":      usual(func() { must(live.Merge(config)) }),
		"apply": usual(func() {
			tv := must(parseable.FromUnstructured(in["config"]))
			_, _, err := updater.Apply(live, tv, "v1", managers.Copy(), first, false)
			if _, conflicted := err.(merge.Conflicts); !conflicted {
				log.Fatalf("no conflict: %v", err)
			}
		}),
		"union":      usual(each(func(set *fieldpath.Set) { liveSet.Union(set) })),
		"difference": usual(each(func(set *fieldpath.Set) { liveSet.Difference(set) })),
	}
}

// The lower quartile of CPU time: what else the machine does hardly shows in it.
func usual(run func()) float64 {
	times := []float64{}
	for start := time.Now(); len(times) < 5 || (time.Since(start) < time.Second && len(times) < 2000); {
		before := cpuMilliseconds()
		run()
		times = append(times, cpuMilliseconds()-before)
	}
	sort.Float64s(times)
	return times[len(times)/4]
}

func cpuMilliseconds() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		log.Fatal(err)
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e6
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func readFile(name string) []byte {
	file := must(os.Open(name))
	defer file.Close()
	if !strings.HasSuffix(name, ".gz") {
		return must(io.ReadAll(file))
	}
	return must(io.ReadAll(must(gzip.NewReader(file))))
}
