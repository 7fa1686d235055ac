package io.delayqueue.monitor;

import java.util.List;

/**
 * Result of an audit.
 *
 * @param group the group
 * @param tasks number of checked tasks; one that moved meanwhile may count twice
 * @param members number of checked entries of the lists of delayed, ready, reserved and dead tasks
 * @param total number of findings; beyond {@link #MAX_FINDINGS} one may count twice
 * @param repaired number of repaired findings
 * @param findings the findings, at most {@link #MAX_FINDINGS}
 */
public record AuditReport(
        String group, long tasks, long members, long total, long repaired, List<AuditFinding> findings) {

    /** Maximum number of listed findings. */
    public static final int MAX_FINDINGS = 1_000;

    /**
     * Copies the list.
     */
    public AuditReport {
        findings = List.copyOf(findings);
    }

    /** {@return whether nothing was found} */
    public boolean isClean() {
        return total == 0;
    }
}
