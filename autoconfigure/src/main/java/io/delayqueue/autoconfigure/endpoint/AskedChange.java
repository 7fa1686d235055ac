package io.delayqueue.autoconfigure.endpoint;

import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;

/**
 * Requested change.
 *
 * @param group the group; null for a change of all groups
 * @param topic the topic, or the limit; null for a change of the whole group
 * @param queue the name of the queue; null for the default queue, or the only one
 * @param user the name of the user; null if unknown
 */
record AskedChange(
        @Nullable String group,
        @Nullable String topic,
        String action,
        @Nullable String queue,
        @Nullable String user) {

    /** Of the user of a request over HTTP. */
    static AskedChange by(
            SecurityContext caller,
            @Nullable String group,
            @Nullable String topic,
            String action,
            @Nullable String queue) {
        Principal user = caller.getPrincipal();
        return new AskedChange(group, topic, action, queue, user == null ? null : user.getName());
    }
}
