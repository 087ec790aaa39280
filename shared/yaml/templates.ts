/**
 * Tells text for a template engine (a Helm chart) from objects that carry templates as data, such as alerting rules: those keep them in
 * quotes, in block scalars, or speak of Prometheus' own variables.
 * No counterpart in Go: kubectl never sees templates.
 */

/** Whether a plain or quoted scalar is to be filled in before the text is YAML. */
export function isTemplateScalar(text: string, quoted: boolean): boolean {
  return text.includes("{{") && (quoted ? helmAction.test(text) : !alertActions.test(text));
}

/** Whether a line has a `{{` that no quote, comment or word of Prometheus stands before: for texts that do not parse. */
export function hasTemplateLine(text: string): boolean {
  return /^[^"'#\r\n]*\{\{(?!-?\s*\$(?:labels|value|externalLabels)\b)/m.test(text);
}

/** What only Helm defines. */
const helmAction = /\{\{-?\s*(?:\.(?:Values|Release|Chart|Capabilities|Template|Files)\b|include\b|template\b|tpl\b|\$\.Values\b)/;
/** All actions are about an alert's labels and value. */
const alertActions = /^(?:(?!\{\{)[\s\S])*(?:\{\{-?\s*\$(?:labels|value|externalLabels)\b(?:(?!\{\{)[\s\S])*)+$/;
