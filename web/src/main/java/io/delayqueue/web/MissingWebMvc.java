package io.delayqueue.web;

import io.delayqueue.log.Loggers;
import org.slf4j.Logger;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Logs at the start that there is no dashboard, and how to get one. */
final class MissingWebMvc implements SmartInitializingSingleton {

    private static final Logger log = Loggers.of(MissingWebMvc.class);

    @Override
    public void afterSingletonsInstantiated() {
        log.warn("delayqueue-spring-boot-web needs Spring MVC, but this application runs on Spring WebFlux: it has"
                + " neither the HTTP API nor the dashboard. Serve them from a Spring MVC application with the same"
                + " Redis (org.springframework.boot:spring-boot-starter-webmvc), or set delayqueue.web.enabled=false.");
    }
}
