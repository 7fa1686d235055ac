package io.delayqueue.web.security;

import io.delayqueue.web.DelayQueueWebProperties;

/** Takes the place of Spring Security where it is missing: checks that this is intended. */
final class UnprotectedWeb {

    UnprotectedWeb(DelayQueueWebProperties web, WebSecurityProperties properties) {
        if (!properties.allowUnauthenticated()) {
            throw new UnprotectedWebException(web.path(), properties);
        }
    }
}
