package io.delayqueue.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/** Observations of the queue and their names. */
public enum DelayQueueObservation implements ObservationDocumentation {

    /**
     * Add of one task or a bulk, from the call until the store has confirmed it. Its context is carried in the headers of the
     * tasks.
     */
    ADD(DefaultAddObservationConvention.class, AddKey.values()),

    /** Attempt of a task: its callback and the interceptors around it. Continues the trace of the task's add. */
    EXECUTION(DefaultExecutionObservationConvention.class, ExecutionKey.values());

    private final Class<? extends ObservationConvention<? extends Observation.Context>> convention;

    private final KeyName[] spanKeys;

    DelayQueueObservation(
            Class<? extends ObservationConvention<? extends Observation.Context>> convention, KeyName[] spanKeys) {
        this.convention = convention;
        this.spanKeys = spanKeys;
    }

    @Override
    public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
        return convention;
    }

    @Override
    public KeyName[] getLowCardinalityKeyNames() {
        return Key.values();
    }

    @Override
    public KeyName[] getHighCardinalityKeyNames() {
        return spanKeys.clone();
    }

    /** Keys with few values: tags of metrics and of spans. */
    public enum Key implements KeyName {

        /** The name of the queue's engine. */
        QUEUE("queue"),

        /** The group; {@value DefaultAddObservationConvention#MANY} if a bulk has several. */
        GROUP("group"),

        /** The topic; {@value DefaultAddObservationConvention#MANY} if a bulk has several. */
        TOPIC("topic"),

        /** {@code SUCCESS}; {@code ERROR} if an exception was thrown; {@code UNKNOWN} before the end. */
        OUTCOME("outcome");

        private final String name;

        Key(String name) {
            this.name = name;
        }

        @Override
        public String asString() {
            return name;
        }
    }

    /** Keys of spans of adds only, with the names of OpenTelemetry where there are any. */
    public enum AddKey implements KeyName {

        /** Always {@code delayqueue}. */
        SYSTEM("messaging.system"),

        /** Always {@code add}. */
        OPERATION_NAME("messaging.operation.name"),

        /** Always {@code send}. */
        OPERATION_TYPE("messaging.operation.type"),

        /** Group and topic, as {@code group/topic}. */
        DESTINATION("messaging.destination.name"),

        /** The task's id, unless there are several. */
        TASK_ID("messaging.message.id"),

        /** The number of tasks, if there are several. */
        BULK_SIZE("messaging.batch.message_count");

        private final String name;

        AddKey(String name) {
            this.name = name;
        }

        @Override
        public String asString() {
            return name;
        }
    }

    /** Keys of spans of attempts only, with the names of OpenTelemetry where there are any. */
    public enum ExecutionKey implements KeyName {

        /** Always {@code delayqueue}. */
        SYSTEM("messaging.system"),

        /** Always {@code execute}. */
        OPERATION_NAME("messaging.operation.name"),

        /** Always {@code process}. */
        OPERATION_TYPE("messaging.operation.type"),

        /** Group and topic, as {@code group/topic}. */
        DESTINATION("messaging.destination.name"),

        /** The task's id. */
        TASK_ID("messaging.message.id"),

        /** The number of the attempt, from 1. */
        ATTEMPT("delayqueue.attempt");

        private final String name;

        ExecutionKey(String name) {
            this.name = name;
        }

        @Override
        public String asString() {
            return name;
        }
    }
}
