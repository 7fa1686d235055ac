package io.delayqueue.internal.audit;

import io.delayqueue.TaskState;
import io.delayqueue.monitor.AuditFinding;
import io.delayqueue.monitor.AuditFinding.Kind;
import io.delayqueue.monitor.AuditFinding.Outcome;
import io.delayqueue.store.AuditStore.Flaw;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Describes findings in sentences. */
final class AuditSentences {

    private static final String CHANGED = "nothing: it had changed meanwhile; run another audit";

    private AuditSentences() {}

    static AuditFinding of(Flaw flaw, Outcome outcome) {
        return new AuditFinding(
                flaw.kind(),
                flaw.topic(),
                flaw.id().isEmpty() ? null : flaw.id(),
                describe(flaw),
                outcome,
                action(outcome, done(flaw)));
    }

    private static String describe(Flaw flaw) {
        String task = "The task " + flaw.id() + " of topic " + flaw.topic();
        return switch (flaw.kind()) {
            case TASK_NOWHERE -> task + " is in no state and will never run";
            case TASK_IN_SEVERAL_STATES -> task + " is in several states: " + states(flaw);
            case TASK_UNREADABLE ->
                "The entry of " + flaw.id() + " is not a task: it does not begin with a due time and a topic";
            case LEASE_WITHOUT_DELIVERY -> task + " is reserved without a delivery";
            case MEMBER_WITHOUT_TASK ->
                "Among the " + states(flaw) + " tasks of topic " + flaw.topic() + " is " + flaw.id()
                        + ", and there is no such task";
            case MEMBER_OF_OTHER_TOPIC ->
                "Among the " + states(flaw) + " tasks of topic " + flaw.topic() + " is " + flaw.id()
                        + ", whose topic is " + flaw.ownTopic();
            case TOPIC_CHECKED_TOO_LATE ->
                "The " + states(flaw) + " tasks of topic " + flaw.topic()
                        + " are checked later than the first one needs";
            case DELIVERY_WITHOUT_TASK -> "A delivery of " + flaw.id() + " is recorded, and there is no such task";
            case ERROR_WITHOUT_TASK -> "A failure of " + flaw.id() + " is recorded, and there is no such task";
            case REPEAT_WITHOUT_TASK -> "Among the repeating tasks is " + flaw.id() + ", and there is no such task";
            case TOPIC_NOT_REGISTERED -> throw new IllegalArgumentException(flaw.toString());
        };
    }

    private static String done(Flaw flaw) {
        return switch (flaw.kind()) {
            case TASK_NOWHERE -> "delayed until its due time";
            case TASK_IN_SEVERAL_STATES -> "left " + lower(flaw.states().get(0)) + " only";
            case TASK_UNREADABLE -> "nothing: remove it by its id if it is not needed";
            case LEASE_WITHOUT_DELIVERY -> "made ready";
            case TOPIC_CHECKED_TOO_LATE -> "checked in time";
            default -> "removed";
        };
    }

    static AuditFinding notRegistered(String topic, long tasks, boolean repairing) {
        Outcome outcome = repairing ? Outcome.LEFT : Outcome.FOUND;
        return new AuditFinding(
                Kind.TOPIC_NOT_REGISTERED,
                topic,
                null,
                "Topic " + topic + " is not registered and has tasks: " + tasks,
                outcome,
                action(outcome, "nothing: register the topic, or remove its tasks"));
    }

    private static @Nullable String action(Outcome outcome, String otherwise) {
        return switch (outcome) {
            case FOUND -> null;
            case CHANGED -> CHANGED;
            case REPAIRED, LEFT -> otherwise;
        };
    }

    private static String states(Flaw flaw) {
        return flaw.states().stream().map(AuditSentences::lower).collect(Collectors.joining(", "));
    }

    private static String lower(TaskState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
