package io.delayqueue.migrate;

import io.delayqueue.TaskBuilder;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Moves the waiting tasks of another queue to a topic. The application that has the other queue may go on: whatever it takes, removes or adds
 * meanwhile, a task is delivered by it or here, not by both and not by neither.
 *
 * <p>An element of the source is taken: it is put beside the keys of the source, where their owner does not see it. Its task is added by a
 * change with a name, which the store makes once; then the element is let go. A process that dies between two steps leaves taken elements, at
 * most a thousand, which wait until {@link #move} is called again: here or in any process.
 *
 * <pre>{@code
 * Migration migration = Migration.from(RedissonQueue.of(old, "orders"))
 *         .to(engine, "orders", "cancel-unpaid")
 *         .payload(bytes -> codec.getValueDecoder().decode(Unpooled.wrappedBuffer(bytes), new State()))
 *         .build();
 * log.info("{}", migration.plan());
 * log.info("{}", migration.move());
 * }</pre>
 *
 * <p>Thread-safe; several processes may move the same queue at once.
 */
public final class Migration {

    final TaskSource source;
    final DelayQueueEngine engine;
    final TopicName topic;
    final Decoder decoder;
    final @Nullable Function<Object, String> id;
    final BiConsumer<TaskBuilder, Object> task;

    /** How long a store that does not answer is tried again. */
    Duration patience = Duration.ofMinutes(5);

    /** Is called after each step, for tests. */
    Consumer<String> after = step -> {};

    private Migration(Builder builder, DelayQueueEngine engine, TopicName topic) {
        this.source = builder.source;
        this.engine = engine;
        this.topic = topic;
        this.decoder = Objects.requireNonNull(
                builder.decoder, "payload must be set: it reads what the codec of the old application has written");
        this.id = builder.id;
        this.task = builder.task;
    }

    /** Reads the bytes of a payload, as the old application does. */
    @FunctionalInterface
    public interface Decoder {

        /**
         * Reads a payload.
         *
         * @param payload the bytes of the old application's codec
         * @return the payload of the task, which the engine's mapper writes as JSON; not null
         * @throws Exception if they cannot be read: the element stays where it is, and is counted
         */
        Object decode(byte[] payload) throws Exception;
    }

    /**
     * Begins a migration.
     *
     * @param source the queue from which tasks are moved
     * @return a builder
     */
    public static Builder from(TaskSource source) {
        return new Builder(Objects.requireNonNull(source, "source must not be null"));
    }

    /**
     * Reads all elements, and changes nothing.
     *
     * @return what {@link #move} would find
     * @throws MigrationException if the source may not be moved, or a store does not answer for five minutes
     */
    public MigrationReport plan() {
        return new Run(this).plan();
    }

    /**
     * Moves what is there now, and what earlier calls have taken. What cannot be read stays. What cannot be added is given back to the owner of
     * the source: a task whose id another task has that has another topic, another payload, or a due time that differs by more than a second. Logs
     * the progress every five seconds.
     *
     * @return what was moved, and what was not
     * @throws MigrationException if the source may not be moved, more than 1,000 elements cannot be read, a store refuses a call or does not
     *     answer for five minutes, or the thread is interrupted. Nothing is lost, and a further call goes on
     */
    public MigrationReport move() {
        return new Run(this).move();
    }

    /** Builds a migration. */
    public static final class Builder {

        private final TaskSource source;
        private @Nullable DelayQueueEngine engine;
        private @Nullable TopicName topic;
        private @Nullable Decoder decoder;
        private @Nullable Function<Object, String> id;
        private BiConsumer<TaskBuilder, Object> task = (builder, payload) -> {};

        private Builder(TaskSource source) {
            this.source = source;
            this.decoder = source.decoder();
        }

        /**
         * Names the target.
         *
         * @param engine the engine that adds the tasks, started or not
         * @param group the group
         * @param topic the topic
         * @return this
         * @throws io.delayqueue.InvalidTaskException if a name breaks the rule of {@link TopicName}
         */
        public Builder to(DelayQueueEngine engine, String group, String topic) {
            this.engine = Objects.requireNonNull(engine, "engine must not be null");
            this.topic = new TopicName(group, topic);
            return this;
        }

        /**
         * Sets how payloads are read. Necessary for {@link RedissonQueue}; otherwise JSON of {@link RqueueQueue} is a tree, and a member of
         * a {@link SortedSet} is text. {@link Rows} have their payloads.
         *
         * @param decoder reads a payload; called on one thread at a time
         * @return this
         */
        public Builder payload(Decoder decoder) {
            this.decoder = Objects.requireNonNull(decoder, "decoder must not be null");
            return this;
        }

        /**
         * Sets the ids of tasks, by which they can be removed. Of two elements with one id the second one is given back, unless it is equal.
         * Without it ids are hashes of what is at the source.
         *
         * @param id gives the id of a payload
         * @return this
         */
        public Builder id(Function<Object, String> id) {
            this.id = Objects.requireNonNull(id, "id must not be null");
            return this;
        }

        /**
         * Sets what else a task has: a key, headers, a priority, limits. The id, the due time and how the task is added are the migration's.
         *
         * @param task changes the builder of a task; its second argument is the payload
         * @return this
         */
        public Builder task(BiConsumer<TaskBuilder, Object> task) {
            this.task = Objects.requireNonNull(task, "task must not be null");
            return this;
        }

        /**
         * Builds the migration. Nothing is read yet.
         *
         * @return the migration
         * @throws NullPointerException if it has no target, or no decoder and its source needs one
         */
        public Migration build() {
            return new Migration(
                    this,
                    Objects.requireNonNull(engine, "to(engine, group, topic) must be called"),
                    Objects.requireNonNull(topic));
        }
    }
}
