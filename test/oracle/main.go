// The reference implementation, asked over stdin: one JSON line {"op","in"} in, one line {"out"} out, in order.
// `oracle bench FILE…` times it instead. The operations and their shapes are those of test/conformance.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"log/slog"
	"os"

	"k8s.io/klog/v2"
)

type object = map[string]any

var failed = object{"error": true}

var ops = map[string]func(in object) object{
	"fieldsv1.parse":               parseSet,
	"fieldset.union":               setOp(union),
	"fieldset.intersection":        setOp(intersection),
	"fieldset.difference":          setOp(difference),
	"fieldset.recursiveDifference": setOp(recursiveDifference),
	"fieldset.leaves":              leaves,
	"fieldset.ensureNamed":         ensureNamed,
	"value.compare":                compareValues,
	"typed.validate":               validate,
	"typed.toFieldSet":             toFieldSet,
	"typed.compare":                compareTyped,
	"typed.merge":                  mergeTyped,
	"typed.remove":                 removeItems,
	"typed.extract":                extractItems,
	"typed.reconcile":              reconcile,
	"merge.sequence":               sequence,
	"csaupgrade.upgrade":           upgrade,
	"openapi.schema":               schemaOfOpenAPI,
	"fieldmanager.write":           fieldManagerWrite,
	"yaml.json":                    manifestObjects,
}

func main() {
	// What the libraries log about undecodable records is no answer.
	klog.SetSlogLogger(slog.New(slog.DiscardHandler))
	if len(os.Args) > 2 && os.Args[1] == "bench" {
		bench(os.Args[2:])
		return
	}
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	for {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			out.Write(encode(object{"out": answer(line)}))
			out.WriteByte('\n')
		}
		// A batch is answered as a whole, a single question at once.
		if in.Buffered() == 0 || err != nil {
			out.Flush()
		}
		if err != nil {
			return
		}
	}
}

// A panic of the reference is told apart from a refusal: nothing can be compared with it.
func answer(line []byte) (out object) {
	defer func() {
		if cause := recover(); cause != nil {
			out = object{"panic": fmt.Sprint(cause)}
		}
	}()
	question, ok := decode(line).(object)
	if !ok {
		log.Fatalf("not a question: %s", line)
	}
	op, known := ops[question["op"].(string)]
	if !known {
		return object{"unknown": question["op"]}
	}
	return op(question["in"].(object))
}

// Integers are int64 as on the server, and -0 stays a float, as the vectors were recorded.
func decode(text []byte) any {
	var item any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&item); err != nil {
		log.Fatalf("not JSON: %v: %s", err, text)
	}
	return withNumbers(item)
}

func withNumbers(item any) any {
	switch typed := item.(type) {
	case object:
		for key, child := range typed {
			typed[key] = withNumbers(child)
		}
	case []any:
		for at, child := range typed {
			typed[at] = withNumbers(child)
		}
	case json.Number:
		if integer, err := typed.Int64(); err == nil && typed != "-0" {
			return integer
		}
		float, err := typed.Float64()
		if err != nil {
			log.Fatal(err)
		}
		return float
	}
	return item
}

func encode(item any) []byte {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(item); err != nil {
		panic(err)
	}
	return bytes.TrimRight(buffer.Bytes(), "\n")
}

func text(in object, key string) string {
	value, _ := in[key].(string)
	return value
}

func flag(in object, key string) bool {
	value, _ := in[key].(bool)
	return value
}
