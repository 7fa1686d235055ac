package io.delayqueue.web.live.stream;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.TopicName;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Query of a page.
 *
 * @param group restricts to this group's topics; null for all
 * @param topic restricts to this topic of the group; null for a page of topics
 * @param search part of a group's or topic's name, in any case; empty for all
 * @param sort the order of the rows
 * @param descending whether the order is descending
 * @param page the number of the page, from 0
 * @param size the number of rows of a page, 1 to 200
 */
record LiveQuery(
        @Nullable String group,
        @Nullable String topic,
        String search,
        LiveSort sort,
        boolean descending,
        int page,
        int size) {

    static final int MAX_ROWS = 200;

    private static final int MAX_SEARCH = 257;

    LiveQuery {
        if (group != null) {
            TopicName.requireGroup(group);
        }
        if (topic != null) {
            TopicName.requireTopic(topic);
            if (group == null) {
                throw InvalidTaskException.of("group", "", "must be given with a topic");
            }
        }
        if (search.length() > MAX_SEARCH) {
            throw InvalidTaskException.of("search", search, "must have at most " + MAX_SEARCH + " characters");
        }
        if (page < 0) {
            throw InvalidTaskException.of("page", page, "must not be negative");
        }
        if (size < 1 || size > MAX_ROWS) {
            throw InvalidTaskException.of("size", size, "must be from 1 to " + MAX_ROWS);
        }
        search = search.toLowerCase(Locale.ROOT);
    }

    /** Returns the requested topic; null if the query is for a page of topics. */
    @Nullable
    TopicName topicName() {
        return group == null || topic == null ? null : new TopicName(group, topic);
    }

    boolean matches(TopicName name) {
        return (group == null || group.equals(name.group()))
                && (search.isEmpty() || contains(name.group()) || contains(name.topic()));
    }

    private boolean contains(String name) {
        return name.toLowerCase(Locale.ROOT).contains(search);
    }
}
