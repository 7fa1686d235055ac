/** Who looks, and what they may do; set once the page has asked. */
let current = { operator: false, readOnly: false, maskPayload: false };

export function setSession(session) {
    current = session;
}

export const session = () => current;

/** Whether buttons that change something are shown. */
export const mayChange = () => Boolean(current.operator) && !current.readOnly;

/** Why there are none; null if there are. */
export function whyNot() {
    if (current.readOnly) {
        return 'Read-only: this dashboard is configured to show and not to change (delayqueue.web.read-only).';
    }
    return current.operator ? null : 'You can look but not change: that takes the operator role.';
}
