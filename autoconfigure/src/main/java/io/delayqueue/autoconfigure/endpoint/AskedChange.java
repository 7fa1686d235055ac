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
 */
record AskedChange(
        SecurityContext caller,
        @Nullable String group,
        @Nullable String topic,
        String action,
        @Nullable String queue) {

    /** The name of the user; null if unknown. */
    @Nullable
    String user() {
        Principal user = caller.getPrincipal();
        return user == null ? null : user.getName();
    }
}
