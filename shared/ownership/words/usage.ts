/** What `--help` prints. */
export const usage = `Says what the API server would answer to an apply, before you apply: which fields other managers own, and where.

Usage:
  kubectl-ownership check -f FILE|FOLDER|-... [flags]     (or: kubectl ownership check ...)

Input:
  -f, --filename FILE      manifest, folder of manifests (*.yaml, *.yml, *.json) or - for stdin; may be given more than once
  -R, --recursive          look into folders below the given ones too

Compared with:
      --live FILE|FOLDER   saved live objects (kubectl get ... -o yaml --show-managed-fields); no cluster is asked
      --crds FILE|FOLDER   CustomResourceDefinitions, for custom resources that no cluster describes; may be given more than once
      --context NAME       context of the kubeconfig
      --kubeconfig FILE    kubeconfig to use
  -n, --namespace NAME     namespace of objects that name none
      --verify             ask the server too: an apply with --dry-run=server of each object, which changes nothing; needs the right to patch

As whom:
      --field-manager NAME the manager that applies; without it, found out per object and said on stderr
      --force-conflicts    as an apply with --force-conflicts

Output:
  -o, --output text|json   code frames, or one JSON document
      --color WHEN         auto (default), always, never
  -h, --help               this text
      --version            the version

The nearest .field-ownership.yaml above a file may say context, namespace and who applies it; flags win.
Exit code: 0 clean, 1 a finding of severity error, or an apply that the server refused, 2 wrong usage or unreadable input, 3 cluster unreachable.
Nothing is ever written to the cluster.
`;
