package io.delayqueue.callback;

import static io.delayqueue.InvalidSettingException.require;
import static io.delayqueue.InvalidSettingException.requireLength;
import static java.util.Objects.requireNonNull;

import io.delayqueue.RetryPolicy;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.TopicLimits;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Options of a topic's callback. The engine's default applies for an option that is null; the engine has no default of limits and of history. */
public final class TopicOptions {

    /** Defaults of the engine for all options. */
    public static final TopicOptions DEFAULT = builder().build();

    private final Builder values;

    private TopicOptions(Builder values) {
        this.values = values;
    }

    /** {@return a builder of options, of which none is set} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder that has these options} */
    public Builder toBuilder() {
        return values.copy();
    }

    /** {@return the maximum number of concurrent callbacks of the topic in this instance} */
    public @Nullable Integer concurrency() {
        return values.concurrency;
    }

    /** {@return the time to run of one attempt} */
    public @Nullable Duration ttr() {
        return values.ttr;
    }

    /** {@return the maximum number of attempts of a task} */
    public @Nullable Integer maxAttempts() {
        return values.maxAttempts;
    }

    /** {@return the delays between attempts} */
    public @Nullable RetryPolicy retryPolicy() {
        return values.retryPolicy;
    }

    /** {@return the exceptions that are not retried} */
    public Set<Class<? extends Throwable>> noRetryFor() {
        return values.noRetryFor;
    }

    /** {@return the maximum age of retries} */
    public @Nullable Duration retryFor() {
        return values.retryFor;
    }

    /** {@return the time after the due time of a task within which each attempt may begin} */
    public @Nullable Duration within() {
        return values.within;
    }

    /** {@return the fate of tasks that are too late to begin} */
    public @Nullable WhenExpired whenExpired() {
        return values.whenExpired;
    }

    /** {@return the limits over all instances} */
    public TopicLimits limits() {
        return values.limits;
    }

    /** {@return the order of tasks that have a key} */
    public @Nullable KeyOrder keyOrder() {
        return values.keyOrder;
    }

    /** {@return the sizes of batches; null for a callback that gets one task} */
    public @Nullable BatchOptions batch() {
        return values.batch;
    }

    /** {@return the rule of the history; null if no history is kept} */
    public @Nullable HistoryRule history() {
        return values.history;
    }

    /** {@return all options by their names} */
    public Map<String, @Nullable Object> all() {
        return values.all();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TopicOptions options && all().equals(options.all());
    }

    @Override
    public int hashCode() {
        return all().hashCode();
    }

    /** {@return the options with their names} */
    @Override
    public String toString() {
        return "TopicOptions" + all();
    }

    /** Builds {@link TopicOptions}. Null unsets an option. An option that is out of its range is an {@link io.delayqueue.InvalidSettingException}. */
    public static final class Builder implements Cloneable {

        private @Nullable Integer concurrency;

        private @Nullable Duration ttr;

        private @Nullable Integer maxAttempts;

        private @Nullable RetryPolicy retryPolicy;

        private Set<Class<? extends Throwable>> noRetryFor = Set.of();

        private @Nullable Duration retryFor;

        private @Nullable Duration within;

        private @Nullable WhenExpired whenExpired;

        private TopicLimits limits = TopicLimits.NONE;

        private @Nullable KeyOrder keyOrder;

        private @Nullable BatchOptions batch;

        private @Nullable HistoryRule history;

        private Builder() {}

        /**
         * Sets the maximum number of concurrent callbacks of the topic in this instance.
         *
         * @param number at least 1
         * @return this builder
         */
        public Builder concurrency(@Nullable Integer number) {
            require(number == null || number >= 1, "concurrency", "must be at least 1", number);
            this.concurrency = number;
            return this;
        }

        /**
         * Sets the time to run of one attempt.
         *
         * @param length from one second to 36,500 days
         * @return this builder
         */
        public Builder ttr(@Nullable Duration length) {
            requireLength("", "ttr", length, Duration.ofSeconds(1), "must be at least 1 second");
            this.ttr = length;
            return this;
        }

        /**
         * Sets the maximum number of attempts of a task. A topic that has this or {@link #retryFor} has neither of the engine's.
         *
         * @param number at least 1
         * @return this builder
         */
        public Builder maxAttempts(@Nullable Integer number) {
            require(number == null || number >= 1, "maxAttempts", "must be at least 1", number);
            this.maxAttempts = number;
            return this;
        }

        /**
         * Sets the delays between attempts.
         *
         * @param policy the delays
         * @return this builder
         */
        public Builder retryPolicy(@Nullable RetryPolicy policy) {
            this.retryPolicy = policy;
            return this;
        }

        /**
         * Sets exceptions that are not retried: if a callback throws one of them, or a subclass, its task becomes a dead letter at once. The
         * causes of an exception, a {@link io.delayqueue.RetryTaskException} and the end of the time to run do not count.
         *
         * @param types the exceptions, in addition to the engine's
         * @return this builder
         */
        public Builder noRetryFor(Set<Class<? extends Throwable>> types) {
            requireNonNull(types, "noRetryFor must not be null");
            types.forEach(type -> requireNonNull(type, "noRetryFor must not hold null"));
            this.noRetryFor = Set.copyOf(types);
            return this;
        }

        /**
         * Sets the maximum age of retries, from the begin of a task's first attempt.
         *
         * @param age from one second to 36,500 days
         * @return this builder
         */
        public Builder retryFor(@Nullable Duration age) {
            requireLength("", "retryFor", age, Duration.ofSeconds(1), "must be at least 1 second");
            this.retryFor = age;
            return this;
        }

        /**
         * Sets the time after the due time of a task within which each attempt may begin.
         *
         * @param length from one millisecond to 36,500 days; any time is the engine's default
         * @return this builder
         */
        public Builder within(@Nullable Duration length) {
            requireLength("", "within", length, Duration.ofMillis(1), "must be at least 1 ms");
            this.within = length;
            return this;
        }

        /**
         * Sets the fate of tasks that are too late to begin.
         *
         * @param fate the fate
         * @return this builder
         */
        public Builder whenExpired(@Nullable WhenExpired fate) {
            this.whenExpired = fate;
            return this;
        }

        /**
         * Sets limits over all instances.
         *
         * @param topicLimits the limits
         * @return this builder
         */
        public Builder limits(TopicLimits topicLimits) {
            this.limits = requireNonNull(topicLimits, "limits must not be null");
            return this;
        }

        /**
         * Sets the order, over all instances, of tasks that have a key.
         *
         * @param order the order; null for {@link KeyOrder#DEFAULT}, or what other instances declare
         * @return this builder
         */
        public Builder keyOrder(@Nullable KeyOrder order) {
            this.keyOrder = order;
            return this;
        }

        /**
         * Sets the sizes of the batches of a callback that gets many tasks at once.
         *
         * @param sizes the sizes; null for a callback that gets one task
         * @return this builder
         */
        public Builder batch(@Nullable BatchOptions sizes) {
            this.batch = sizes;
            return this;
        }

        /**
         * Sets the rule of the history, over all instances.
         *
         * @param rule the rule; null to keep no history, unless other instances declare one
         * @return this builder
         */
        public Builder history(@Nullable HistoryRule rule) {
            this.history = rule;
            return this;
        }

        /**
         * Builds the options.
         *
         * @return the options
         * @throws io.delayqueue.InvalidSettingException if there are batches and an order of keys
         */
        public TopicOptions build() {
            if (batch != null) {
                require(
                        keyOrder == null,
                        "batchSize",
                        "must not be set beside keyConcurrency or onRetry",
                        batch.size());
            }
            return new TopicOptions(copy());
        }

        private Builder copy() {
            try {
                return (Builder) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }

        private Map<String, @Nullable Object> all() {
            Map<String, @Nullable Object> all = new LinkedHashMap<>();
            all.put("concurrency", concurrency);
            all.put("ttr", ttr);
            all.put("maxAttempts", maxAttempts);
            all.put("retryPolicy", retryPolicy);
            all.put("noRetryFor", noRetryFor);
            all.put("retryFor", retryFor);
            all.put("within", within);
            all.put("whenExpired", whenExpired);
            all.put("limits", limits);
            all.put("keyOrder", keyOrder);
            all.put("batch", batch);
            all.put("history", history);
            return all;
        }
    }
}
