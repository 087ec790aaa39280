// Applies the objects on standard input as Flux's kustomize-controller does, by Flux's own library: normalised as it normalises them,
// with its labels, in its stages, forced, and cleaned of what kubectl recorded before. What the controller chooses of the library's
// options is written here again.
// Usage: deployers KUBECONFIG NAME NAMESPACE <objects.yaml
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/fluxcd/cli-utils/pkg/kstatus/polling"
	"github.com/fluxcd/pkg/ssa"
	"github.com/fluxcd/pkg/ssa/normalize"
	"github.com/fluxcd/pkg/ssa/utils"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const (
	controller = "kustomize-controller"
	group      = "kustomize.toolkit.fluxcd.io"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: deployers KUBECONFIG NAME NAMESPACE <objects.yaml")
		os.Exit(2)
	}
	if err := apply(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func apply(kubeconfig, name, namespace string) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	config.QPS, config.Burst = 100, 300
	kubernetes, err := client.New(config, client.Options{})
	if err != nil {
		return err
	}
	poller := polling.NewStatusPoller(kubernetes, kubernetes.RESTMapper(), polling.Options{})
	manager := ssa.NewResourceManager(kubernetes, poller, ssa.Owner{Field: controller, Group: group})
	objects, err := utils.ReadObjects(os.Stdin)
	if err != nil {
		return err
	}
	manager.SetOwnerLabels(objects, name, namespace)
	if err := normalize.UnstructuredList(objects); err != nil {
		return err
	}
	changes, err := manager.ApplyAllStaged(context.Background(), objects, options())
	if err != nil {
		return err
	}
	fmt.Println(changes)
	return nil
}

func options() ssa.ApplyOptions {
	chosen := ssa.DefaultApplyOptions()
	chosen.ExclusionSelector = map[string]string{group + "/reconcile": "disabled", group + "/ssa": "ignore"}
	chosen.ForceSelector = map[string]string{group + "/force": "enabled"}
	chosen.IfNotPresentSelector = map[string]string{group + "/ssa": "ifnotpresent"}
	chosen.Cleanup = ssa.ApplyCleanupOptions{
		Annotations: []string{corev1.LastAppliedConfigAnnotation},
		FieldManagers: []ssa.FieldManager{
			{Name: "kubectl", OperationType: metav1.ManagedFieldsOperationApply},
			{Name: "kubectl", OperationType: metav1.ManagedFieldsOperationUpdate},
			{Name: "before-first-apply", OperationType: metav1.ManagedFieldsOperationUpdate},
			{Name: controller, OperationType: metav1.ManagedFieldsOperationUpdate},
		},
		Exclusions: map[string]string{group + "/ssa": "merge"},
	}
	return chosen
}
