package io.delayqueue.web.security;

import io.delayqueue.web.DelayQueueWebProperties;

/** Checks without Spring Security that unauthenticated access is allowed. */
final class UnprotectedWeb {

    UnprotectedWeb(DelayQueueWebProperties web, WebSecurityProperties properties) {
        if (!properties.allowUnauthenticated()) {
            throw new UnprotectedWebException(web.path(), properties);
        }
    }
}
