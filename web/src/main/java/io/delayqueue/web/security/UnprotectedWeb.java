package io.delayqueue.web.security;

import io.delayqueue.web.DelayQueueWebProperties;

/** What stands in for Spring Security where it is not: a look at whether that was meant. */
final class UnprotectedWeb {

    UnprotectedWeb(DelayQueueWebProperties web, WebSecurityProperties properties) {
        if (!properties.allowUnauthenticated()) {
            throw new UnprotectedWebException(web.path(), properties);
        }
    }
}
