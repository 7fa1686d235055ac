package io.delayqueue.internal.audit;

import io.delayqueue.monitor.AuditFinding;
import io.delayqueue.monitor.AuditFinding.Outcome;
import io.delayqueue.monitor.AuditReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the findings of an audit. An entry read twice, because the store moved it, is one finding. */
final class AuditFindings {

    long tasks;

    long members;

    private final String group;

    private final Map<List<Object>, AuditFinding> findings = new LinkedHashMap<>();

    private long total;

    private long repaired;

    AuditFindings(String group) {
        this.group = group;
    }

    void add(AuditFinding finding) {
        List<Object> key = List.of(finding.kind(), finding.description());
        if (findings.containsKey(key)) {
            return;
        }
        total++;
        if (finding.outcome() == Outcome.REPAIRED) {
            repaired++;
        }
        if (findings.size() < AuditReport.MAX_FINDINGS) {
            findings.put(key, finding);
        }
    }

    AuditReport report() {
        return new AuditReport(group, tasks, members, total, repaired, List.copyOf(findings.values()));
    }
}
