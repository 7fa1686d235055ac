package io.delayqueue.internal.audit;

import io.delayqueue.TaskState;
import io.delayqueue.monitor.AuditFinding;
import io.delayqueue.monitor.AuditFinding.Kind;
import io.delayqueue.monitor.AuditFinding.Outcome;
import io.delayqueue.monitor.AuditReport;
import io.delayqueue.store.AuditStore;
import io.delayqueue.store.AuditStore.Flaw;
import io.delayqueue.store.AuditStore.Page;
import io.delayqueue.store.Backend;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Audits a group. Tasks come first: a task in no state gets one before its last entry, under another topic, is removed. */
public final class Audit {

    private final Supplier<Backend> backend;

    private final String group;

    private final boolean repairing;

    private final AuditFindings findings;

    private final Map<String, Long> tasksByTopic = new TreeMap<>();

    public Audit(Supplier<Backend> backend, String group, boolean repairing) {
        this.backend = backend;
        this.group = group;
        this.repairing = repairing;
        this.findings = new AuditFindings(group);
    }

    public AuditReport run() {
        walk(from -> store().tasks(group, from), page -> {
            page.topics().forEach((topic, tasks) -> tasksByTopic.merge(topic, tasks, Long::sum));
            findings.tasks += page.looked();
            settle(page);
        });
        Set<String> registered = registered();
        Set<String> topics = new TreeSet<>(tasksByTopic.keySet());
        topics.addAll(store().topics(group));
        topics.addAll(registered);
        for (String topic : topics) {
            for (TaskState state : TaskState.values()) {
                walk(from -> store().members(group, state, topic, from), page -> {
                    findings.members += page.looked();
                    settle(page);
                });
            }
        }
        tasksByTopic.forEach((topic, tasks) -> {
            if (!registered.contains(topic)) {
                findings.add(AuditSentences.notRegistered(topic, tasks, repairing));
            }
        });
        return findings.report();
    }

    private Set<String> registered() {
        Set<String> registered = backend.get().registry().topics(group);
        return registered == null ? Set.of() : registered;
    }

    private void settle(Page page) {
        page.flaws().forEach(flaw -> findings.add(settle(flaw)));
    }

    private AuditFinding settle(Flaw flaw) {
        if (!repairing) {
            return AuditSentences.of(flaw, Outcome.FOUND);
        }
        if (flaw.kind() == Kind.TASK_UNREADABLE) {
            return AuditSentences.of(flaw, Outcome.LEFT);
        }
        return AuditSentences.of(flaw, store().repair(group, flaw) ? Outcome.REPAIRED : Outcome.CHANGED);
    }

    private interface Steps {
        Page look(@Nullable String from);
    }

    private static void walk(Steps steps, Consumer<Page> pages) {
        String next = null;
        do {
            Page page = steps.look(next);
            pages.accept(page);
            next = page.next();
        } while (next != null);
    }

    private AuditStore store() {
        return backend.get().audit();
    }
}
