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
import java.util.List;
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

    private final Set<String> topics = new TreeSet<>();

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
        topics.addAll(tasksByTopic.keySet());
        for (TaskState state : List.of(TaskState.DELAYED, TaskState.RESERVED)) {
            countedState(state);
        }
        walk(from -> store().remains(group, from), this::settle);
        Set<String> registered = registered();
        topics.addAll(store().topics(group));
        topics.addAll(registered);
        for (String topic : topics) {
            for (TaskState state : List.of(TaskState.READY, TaskState.DEAD)) {
                walk(from -> store().members(group, state, topic, from), this::settleMembers);
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

    private void countedState(TaskState state) {
        CounterCheck check = new CounterCheck();
        check.begin();
        members(state, page -> {
            settleMembers(page);
            topics.addAll(page.topics().keySet());
            check.page(page);
        });
        while (check.goesOn()) {
            check.begin();
            members(state, check::page);
        }
        Map<String, Long> differences = check.differences();
        if (differences == null) {
            uncertain(state, check);
        } else if (!differences.isEmpty()) {
            Outcome outcome = Outcome.FOUND;
            if (repairing) {
                outcome = store().correct(group, state, differences, check.version())
                        ? Outcome.REPAIRED
                        : Outcome.CHANGED;
            }
            for (String topic : differences.keySet()) {
                findings.add(AuditSentences.wrongCount(
                        state, topic, check.counters().getOrDefault(topic, 0L), differences.get(topic), outcome));
            }
        }
    }

    private void uncertain(TaskState state, CounterCheck check) {
        if (check.malformed() == 0 && check.sum() != check.members()) {
            findings.add(AuditSentences.wrongSum(state, check.sum(), check.members(), repairing));
        } else {
            findings.remark(AuditSentences.uncertain(state));
        }
    }

    private void members(TaskState state, Consumer<Page> pages) {
        walk(from -> store().members(group, state, null, from), pages);
    }

    private void settleMembers(Page page) {
        findings.members += page.looked();
        settle(page);
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
