package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.TopicStep;
import io.delayqueue.redis.PageCursor.Place;
import io.delayqueue.store.DeadLetterRetention;
import io.delayqueue.store.DeadLetterStore;
import io.delayqueue.store.Failures;
import io.delayqueue.store.TaskStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Implements the operations on dead letters in Redis: each step is one script. */
final class RedisDeadLetterStore implements DeadLetterStore {

    private static final List<Place> PLACES = List.of(Place.DEAD);

    /** Milliseconds since the epoch, far beyond the year 9999. */
    private static final Pattern TIME = Pattern.compile("\\d{1,15}");

    /** The same, and the microseconds at which the next one becomes due. */
    private static final Pattern PACED = Pattern.compile("\\d{1,15}/\\d{1,16}");

    private static final byte[] NO_DETAIL = bytes("");

    private static final int MAX_TRIES = 10;

    private final RedisCalls calls;

    RedisDeadLetterStore(RedisCalls calls) {
        this.calls = calls;
    }

    @Override
    public FailurePage failures(TopicName topic, @Nullable String cursor, int limit) {
        Keys k = keys(topic);
        String walk = topic + "/failures";
        PageCursor from = cursor == null
                ? PageCursor.at(walk, Place.DEAD)
                : PageCursor.find(walk, cursor, PLACES).orElseThrow(() -> noStep(cursor));
        List<Object> reply = Replies.list(calls.value(
                Script.LIST_FAILURES,
                k.of(Script.LIST_FAILURES, topic.topic()),
                List.of(bytes(from.score()), bytes(from.member()), bytes(limit))));
        List<Failed> failures = new ArrayList<>();
        for (int i = 3; i < reply.size(); i += 3) {
            failures.add(new Failed(
                    Replies.string(reply.get(i)),
                    Replies.number(reply.get(i + 1)),
                    Failures.kind(Replies.string(reply.get(i + 2)))));
        }
        return new FailurePage(failures, Replies.number(reply.get(0)), from.next(reply.get(1), reply.get(2), PLACES));
    }

    @Override
    public Set<String> dead(TopicName topic, List<String> ids) {
        byte[] key = keys(topic).get(Key.DEAD, topic.topic());
        byte[][] members = ids.stream().map(Keys::bytes).toArray(byte[][]::new);
        List<Double> times =
                calls.repeat("reading the schedules", () -> calls.client().zmscore(key, members));
        return IntStream.range(0, ids.size())
                .filter(i -> times.get(i) != null)
                .mapToObj(ids::get)
                .collect(Collectors.toSet());
    }

    @Override
    public TopicStep requeueTopic(TopicName topic, @Nullable String from) {
        List<Object> reply = requeue(topic, from == null ? "" : time(from), "", "");
        return requeued(reply, String.valueOf(Replies.number(reply.get(1))));
    }

    @Override
    public TopicStep requeueTopic(TopicName topic, @Nullable String from, long intervalMicros) {
        if (from != null && !PACED.matcher(from).matches()) {
            throw noStep(from);
        }
        String[] times = from == null ? new String[] {"", ""} : from.split("/");
        List<Object> reply = requeue(topic, times[0], String.valueOf(intervalMicros), times[1]);
        return requeued(reply, Replies.number(reply.get(1)) + "/" + Replies.number(reply.get(2)));
    }

    private List<Object> requeue(TopicName topic, String latest, String interval, String first) {
        Keys k = keys(topic);
        return Replies.list(calls.value(
                Script.REQUEUE_TOPIC,
                k.of(Script.REQUEUE_TOPIC, calls.nonce()),
                List.of(
                        k.wake,
                        bytes(RedisTaskStore.SWEEP_MILLIS),
                        calls.answerKept(),
                        bytes(topic.topic()),
                        bytes(TaskStore.MAX_BATCH),
                        bytes(latest),
                        bytes(interval),
                        bytes(first))));
    }

    private static TopicStep requeued(List<Object> reply, String next) {
        int tasks = (int) Replies.number(reply.get(0));
        return new TopicStep(tasks, tasks < TaskStore.MAX_BATCH ? null : next);
    }

    @Override
    public List<String> requeue(String group, List<String> ids) {
        return requeue(group, "", ids);
    }

    @Override
    public int requeueSelected(TopicName topic, List<String> ids) {
        return requeue(topic.group(), topic.topic(), ids).size();
    }

    /** Makes dead letters of a topic ready; of any topic if the name is empty. */
    private List<String> requeue(String group, String topic, List<String> ids) {
        List<String> requeued = new ArrayList<>();
        RedisCalls.inParts(
                ids, left -> Replies.indexed(requeue(group, topic, NO_DETAIL, NO_DETAIL, left), left, requeued::add));
        return requeued;
    }

    private List<Object> requeue(String group, String topic, byte[] before, byte[] after, List<String> ids) {
        Keys k = calls.keys(group);
        List<byte[]> arguments = new ArrayList<>(List.of(calls.answerKept(), bytes(topic), before, after));
        ids.forEach(id -> arguments.add(bytes(id)));
        return Replies.list(calls.value(Script.REQUEUE, k.of(Script.REQUEUE, calls.nonce()), arguments));
    }

    @Override
    public boolean requeueEdited(String group, String id, UnaryOperator<byte[]> edit) {
        Keys k = calls.keys(group);
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Object found = Replies.list(calls.value(Script.FIND, k.of(Script.FIND), List.of(bytes(id))))
                    .get(0);
            if (found == null || Replies.number(Replies.list(found).get(2)) != FoundTask.number(TaskState.DEAD)) {
                return false;
            }
            byte[] before = Replies.bytes(Replies.list(found).get(1));
            List<Object> reply = requeue(group, "", before, edit.apply(before), List.of(id));
            if (Replies.isOne(reply.get(0))) {
                return reply.size() > 1;
            }
        }
        throw new TaskStoreException("The dead letter " + id + " in " + group + " changes all the time", null);
    }

    @Override
    public TopicStep purgeTopic(TopicName topic, @Nullable String from) {
        // An age of zero is now; the step returns the time.
        List<Object> reply = purge(topic, from == null ? "-0" : time(from), "", TaskStore.MAX_BATCH, List.of());
        String latest = String.valueOf(Replies.number(reply.get(1)));
        return new TopicStep((int) Replies.number(reply.get(0)), Replies.isOne(reply.get(2)) ? latest : null);
    }

    @Override
    public int purgeSelected(TopicName topic, List<String> ids) {
        int removed = 0;
        boolean more = !ids.isEmpty();
        while (more) {
            List<Object> reply = purge(topic, "", "", TaskStore.MAX_BATCH, ids);
            removed += (int) Replies.number(reply.get(0));
            more = Replies.isOne(reply.get(2));
        }
        return removed;
    }

    @Override
    public int trim(TopicName topic, DeadLetterRetention retention) {
        String age = retention.maxAge() == null ? "" : "-" + retention.maxAge().toMillis();
        String count = retention.maxCount() == null ? "" : String.valueOf(retention.maxCount());
        int removed = 0;
        boolean more = true;
        while (more && removed < TaskStore.MAX_BATCH) {
            List<Object> reply = purge(topic, age, count, TaskStore.MAX_BATCH - removed, List.of());
            removed += (int) Replies.number(reply.get(0));
            more = Replies.isOne(reply.get(2));
        }
        return removed;
    }

    private List<Object> purge(TopicName topic, String age, String count, int limit, List<String> ids) {
        List<byte[]> arguments = new ArrayList<>(List.of(bytes(age), bytes(count), bytes(limit)));
        ids.forEach(id -> arguments.add(bytes(id)));
        Keys k = keys(topic);
        return Replies.list(calls.value(Script.PURGE, k.of(Script.PURGE, topic.topic()), arguments));
    }

    /**
     * Parses the time up to which dead letters are read. Other texts are invalid, because scripts read a negative number as an
     * age.
     */
    private static String time(String from) {
        if (!TIME.matcher(from).matches()) {
            throw noStep(from);
        }
        return from;
    }

    static InvalidTaskException noStep(String from) {
        return InvalidTaskException.of("from", from, "must come from a step of the same operation and topic");
    }

    private Keys keys(TopicName topic) {
        return calls.keys(topic.group());
    }
}
