package io.delayqueue.web;

import io.delayqueue.log.Loggers;
import org.slf4j.Logger;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Logs at the start that there is no dashboard, and how to get one. */
final class MissingWebMvc implements SmartInitializingSingleton {

    private static final Logger log = Loggers.of(MissingWebMvc.class);

    @Override
    public void afterSingletonsInstantiated() {
        log.warn("delayqueue-spring-boot-web needs a server with Spring MVC, and this application has none: there is"
                + " neither the HTTP API nor the dashboard. Add org.springframework.boot:spring-boot-starter-webmvc. An"
                + " application with Spring WebFlux leaves them to another one on the same Redis. To have neither, set"
                + " delayqueue.web.enabled=false.");
    }
}
