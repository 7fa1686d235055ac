package io.delayqueue.migrate;

import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskInfo;
import io.delayqueue.store.Change;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Makes tasks and named changes of elements, and compares them with tasks that are there. */
final class TaskReader {

    private static final JsonMapper JSON = new JsonMapper();

    /** Two applications that add one task at the same time have clocks that differ. */
    private static final long SAME_TIME_MILLIS = 1_000;

    private static final int NAME_BYTES = 16;

    private final Migration migration;
    private final TaskSource source;

    TaskReader(Migration migration) {
        this.migration = migration;
        this.source = migration.source;
    }

    /** Reads an element, and returns the change that adds its task. Checks the task, as an add does. */
    Change.Add read(Element element) throws Exception {
        Object content = source.content(element);
        Object payload = content instanceof byte[] bytes ? migration.decoder.decode(bytes) : content;
        if (payload == null) {
            throw new IllegalArgumentException("the payload is null");
        }
        TaskBuilder task =
                Task.of(migration.topic.group(), migration.topic.topic()).payload(payload);
        migration.task.accept(task, payload);
        task.id(id(element, payload))
                .at(Instant.ofEpochMilli(source.due(element)))
                .ifExists(source.ifExists(migration.id != null));
        return new Change.Add(
                digest(element.member(), element.returns(), Long.toString(source.due(element))),
                migration.engine.writeForLater(List.of(task.build())).get(0));
    }

    private String id(Element element, Object payload) {
        Rows.Row row = element.row();
        if (migration.id != null) {
            return migration.id.apply(payload);
        }
        return row == null ? id(element) : row.id();
    }

    /**
     * Whether the task of a change is not the one that has the id.
     *
     * @param named whether the store has the name of the change. Then it is ours, unless its payload differs: it may have ended, or have
     *     another due time by now
     */
    boolean isOther(Change.Add change, boolean named) {
        if (named && migration.id == null && !(source instanceof Rows)) {
            // Only a migration makes such ids; the payload may have been edited.
            return false;
        }
        String group = migration.topic.group();
        TaskInfo there = migration.engine.service().findTask(group, change.id()).orElse(null);
        if (there == null) {
            return !named;
        }
        return !isPayloadOf(there, change)
                || !named
                        && Math.abs(there.dueAt().toEpochMilli() - change.task().time()) > SAME_TIME_MILLIS;
    }

    private static boolean isPayloadOf(TaskInfo there, Change.Add change) {
        // The detail begins with the topic and the payload.
        JsonNode written =
                JSON.readTree("[" + RedisSource.text(change.task().detail())).get(1);
        String payload = there.payload();
        return payload != null && written.equals(JSON.readTree(payload));
    }

    /** {@return the id of a task whose id is not chosen; one for each element, whatever its due time is} */
    String id(Element element) {
        return digest(element.member());
    }

    /** Of the source, the topic and the element alone, so that it is the same in each process. */
    private String digest(byte[] member, String... more) {
        String fields = source.name + '\0' + migration.topic + '\0' + String.join("\0", more) + '\0';
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(RedisSource.bytes(fields));
            return "m-" + HexFormat.of().formatHex(digest.digest(member), 0, NAME_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
