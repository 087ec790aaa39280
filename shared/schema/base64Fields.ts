/**
 * Fields of built-in kinds that hold bytes: base64 text, in which the API server takes line breaks and stores none. Of custom kinds it
 * takes none. Counterpart in Go: fields of type `[]byte`, which the OpenAPI documents call `format: byte`.
 */

/** Whether a field of a named type holds bytes, or is a map of such. */
export function isBase64(named: string | undefined, field: string): boolean {
  if (named === undefined || !names.has(field)) return false;
  return fields.has(`${named.replace(/^io\.k8s\./, "").replace(/\.v\d+(?:(?:alpha|beta)\d+)?\./, ".")} ${field}`);
}

const fields: ReadonlySet<string> = new Set([
  "api.core.ConfigMap binaryData",
  "api.core.Secret data",
  "api.admissionregistration.WebhookClientConfig caBundle",
  "api.certificates.CertificateSigningRequestSpec request",
  "api.certificates.CertificateSigningRequestStatus certificate",
  "api.certificates.PodCertificateRequestSpec stubPKCS10Request",
  "apiextensions-apiserver.pkg.apis.apiextensions.WebhookClientConfig caBundle",
  "kube-aggregator.pkg.apis.apiregistration.APIServiceSpec caBundle",
]);

/** Most fields are told by their name alone. */
const names: ReadonlySet<string> = new Set([...fields].map((field) => field.slice(field.indexOf(" ") + 1)));
