package io.delayqueue.internal.codec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.InstanceTopic;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A heartbeat as JSON. A later version may add fields, and values at the end of lists.
 *
 * @param at when the store received it, which puts it in front; in milliseconds since the epoch
 * @param draining true if the instance reserves no tasks of the group until it is undrained; null if not
 * @param layout the newest data layout that the instance reads, then the one that it writes
 * @param version the version of this library; null if it is not known
 * @param started when the engine was started, in milliseconds since the epoch
 * @param limits the limits that the instance declares in the group, and those of its topics, as texts; null if they do not fit, or there are none
 * @param progress running tasks that have reported progress; null without any, or of an earlier version
 * @param settings the options of the topics, as far as they fit; null of an earlier version
 * @param schedules the ids of all repeating tasks that the instance declares in the group; null if they do not fit, or of an earlier version
 */
record Heartbeat(
        @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
        long at,

        @Nullable String host,
        long pid,
        long started,
        boolean pushing,
        @Nullable Boolean draining,
        int @Nullable [] layout,

        @Nullable String version,

        @JsonSetter(contentNulls = Nulls.SKIP) @Nullable Set<String> schedules,

        @Nullable Map<String, String> limits,
        @Nullable Integer topicCount,
        @Nullable List<InstanceTopic> topics,

        @JsonInclude(Include.NON_EMPTY) @JsonSetter(contentNulls = Nulls.SKIP) @Nullable
        List<RunningTask> progress,

        @JsonInclude(Include.NON_EMPTY) @JsonSetter(contentNulls = Nulls.SKIP) @Nullable
        List<TopicSettings> settings,

        @Nullable InstanceCounters counters,
        @JsonSetter(contentNulls = Nulls.SKIP) @Nullable Map<String, InstanceCounters> topicCounters) {}
