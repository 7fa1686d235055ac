package io.delayqueue.redis;

import static java.util.Objects.requireNonNullElse;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicStep;
import io.delayqueue.store.DeadLetterRetention;
import io.delayqueue.store.DeadLetterStore;
import io.delayqueue.store.Failures;
import io.delayqueue.store.TaskFilter;
import io.delayqueue.store.TaskStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Implements the operations on dead letters in Redis: each step is one script. */
record RedisDeadLetterStore(RedisCalls calls) implements DeadLetterStore {

    private static final TaskFilter ALL = new TaskFilter(null, null, Set.of());

    /** Milliseconds since the epoch, far beyond the year 9999. */
    private static final Pattern TIME = Pattern.compile("\\d{1,15}");

    /** The same, and the microseconds at which the next one becomes due. */
    private static final Pattern PACED = Pattern.compile("\\d{1,15}/\\d{1,16}");

    @Override
    public FailurePage failures(TopicName topic, @Nullable String cursor, int limit) {
        return failures(topic, PageCursor.ofStep(topic + "/failures", cursor, List.of(Key.DEAD)), limit);
    }

    @Override
    public FailurePage retrying(TopicName topic, @Nullable String cursor, int limit) {
        return failures(topic, PageCursor.ofPage(topic + "/retrying", cursor, List.of(Key.RETRYING)), limit);
    }

    private FailurePage failures(TopicName topic, PageCursor from, int limit) {
        Keys k = calls.keys(topic);
        List<byte[]> keys = List.of(k.get(Key.ERRORS), k.get(from.key()));
        Reply reply = calls.script(Script.LIST_FAILURES, keys, Keys.arguments(from.score(), from.member(), limit));
        List<Failed> failures = reply.rows(3, 3).stream()
                .map(row -> new Failed(row.string(0), row.number(1), Failures.kind(row.string(2))))
                .toList();
        return new FailurePage(failures, reply.number(0), from.next(reply.string(1), reply.string(2)));
    }

    @Override
    public TopicStep requeueTopic(TopicName topic, @Nullable String from, long intervalMicros) {
        boolean paced = intervalMicros > 0;
        String[] times = from == null
                ? new String[1]
                : requireStep(paced ? PACED : TIME, from).split("/");
        Reply reply = calls.wakingScript(
                Script.REQUEUE_TOPIC,
                calls.keys(topic.group()).with(calls.nonce()),
                calls.answerKept(),
                topic.topic(),
                TaskStore.MAX_BATCH,
                times[0],
                paced ? intervalMicros : null,
                times[times.length - 1]);
        String next = reply.string(1) + (paced ? "/" + reply.string(2) : "");
        return new TopicStep((int) reply.number(0), reply.isOne(3) ? next : null);
    }

    @Override
    public List<String> requeue(String group, List<String> ids, @Nullable TaskFilter only) {
        List<String> requeued = new ArrayList<>();
        RedisCalls.inParts(ids, left -> requeue(group, requireNonNullElse(only, ALL), null, null, left)
                .indexed(left, requeued::add));
        return requeued;
    }

    private Reply requeue(
            String group, TaskFilter only, byte @Nullable [] before, byte @Nullable [] after, List<String> ids) {
        Keys k = calls.keys(group).with(calls.nonce());
        return calls.wakingScript(Script.REQUEUE, k, calls.answerKept(), only.topic(), before, after, only.tag(), ids);
    }

    @Override
    public boolean requeueEdited(String group, String id, UnaryOperator<byte[]> edit) {
        return RedisCalls.compareAndSet("The dead letter " + id + " in " + group, () -> {
            FoundTask found = FoundTask.find(calls, group, id);
            if (found == null || found.state() != TaskState.DEAD) {
                return false;
            }
            Reply reply = requeue(group, ALL, found.json(), edit.apply(found.json()), List.of(id));
            return reply.isOne(0) ? reply.values().size() > 1 : null;
        });
    }

    @Override
    public TopicStep purgeTopic(TopicName topic, @Nullable String from) {
        // An age of zero is now; the step returns the time.
        Reply reply = purge(topic, from == null ? "-0" : requireStep(TIME, from), null, TaskStore.MAX_BATCH, List.of());
        return new TopicStep((int) reply.number(0), reply.isOne(2) ? reply.string(1) : null);
    }

    @Override
    public int purgeSelected(TopicName topic, List<String> ids) {
        return ids.isEmpty() ? 0 : purgeAll(topic, null, null, Integer.MAX_VALUE, ids);
    }

    @Override
    public int trim(TopicName topic, DeadLetterRetention retention) {
        String age =
                retention.maxAge() == null ? null : "-" + retention.maxAge().toMillis();
        return purgeAll(topic, age, retention.maxCount(), TaskStore.MAX_BATCH, List.of());
    }

    private int purgeAll(TopicName topic, @Nullable String age, @Nullable Integer count, int limit, List<String> ids) {
        int removed = 0;
        Reply reply;
        do {
            reply = purge(topic, age, count, Math.min(limit - removed, TaskStore.MAX_BATCH), ids);
            removed += (int) reply.number(0);
        } while (reply.isOne(2) && removed < limit);
        return removed;
    }

    private Reply purge(TopicName topic, @Nullable String age, @Nullable Integer count, int limit, List<String> ids) {
        return calls.script(Script.PURGE, calls.keys(topic), age, count, limit, ids);
    }

    /**
     * Requires where a step goes on, such as the time up to which dead letters are read. Other texts are invalid, because scripts read
     * a negative number as an age.
     */
    private static String requireStep(Pattern pattern, String from) {
        InvalidTaskException.require(pattern.matcher(from).matches(), "from", from, PageCursor.STEP);
        return from;
    }
}
