package io.delayqueue.monitor;

import java.util.List;

/**
 * What an audit found.
 *
 * @param group the group
 * @param tasks how many tasks were looked at; one that moved meanwhile may count twice
 * @param members how many entries of the lists of delayed, ready, reserved and dead tasks were looked at
 * @param total how many findings there are; beyond {@link #MAX_FINDINGS} one may count twice
 * @param repaired how many of them were repaired
 * @param findings the findings, {@link #MAX_FINDINGS} at most
 * @param remarks what could not be looked at and why, for people; mostly empty
 */
public record AuditReport(
        String group,
        long tasks,
        long members,
        long total,
        long repaired,
        List<AuditFinding> findings,
        List<String> remarks) {

    /** The most findings that are listed. */
    public static final int MAX_FINDINGS = 1_000;

    /**
     * Copies the lists.
     */
    public AuditReport {
        findings = List.copyOf(findings);
        remarks = List.copyOf(remarks);
    }

    /** {@return whether nothing was found} */
    public boolean isClean() {
        return total == 0;
    }
}
