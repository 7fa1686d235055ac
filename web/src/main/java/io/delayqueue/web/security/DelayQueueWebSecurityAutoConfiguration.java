package io.delayqueue.web.security;

import io.delayqueue.web.DelayQueueWebAutoConfiguration;
import io.delayqueue.web.DelayQueueWebProperties;
import io.delayqueue.web.PayloadMask;
import io.delayqueue.web.WebQueues;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ApiPath;
import io.delayqueue.web.audit.AuditLog;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.web.servlet.handler.MappedInterceptor;

/**
 * Auto-configuration of access to the queues over HTTP. It applies between the application's filter chains and the API,
 * independent of these chains.
 */
@AutoConfiguration(after = DelayQueueWebAutoConfiguration.class)
@ConditionalOnBean(WebQueues.class)
@EnableConfigurationProperties(WebSecurityProperties.class)
public final class DelayQueueWebSecurityAutoConfiguration {

    /** Classes needed for authentication. */
    static final String SPRING_SECURITY = "org.springframework.security.config.annotation.web.builders.HttpSecurity";

    DelayQueueWebSecurityAutoConfiguration() {}

    @Bean
    @Lazy(false)
    @ConditionalOnMissingClass(SPRING_SECURITY)
    UnprotectedWeb delayQueueUnprotectedWeb(DelayQueueWebProperties web, WebSecurityProperties properties) {
        return new UnprotectedWeb(web, properties);
    }

    @Bean
    @Lazy(false)
    AccessPolicy delayQueueAccessPolicy(DelayQueueWebProperties web, WebSecurityProperties properties) {
        return new AccessPolicy(web.path(), properties);
    }

    @Bean
    AuditLog delayQueueAuditLog(DelayQueueWebProperties web, WebQueues queues) {
        return new AuditLog(new ApiPath(web).path(), queues);
    }

    @Bean
    PayloadMask delayQueuePayloadMask(WebSecurityProperties properties) {
        return new PayloadMask(properties.maskPayload());
    }

    /** Applies to the whole API; as a bean also to handlers of the application below its path. */
    @Bean(ApiController.ACCESS)
    MappedInterceptor delayQueueApiAccess(DelayQueueWebProperties web, AccessPolicy policy, AuditLog audit) {
        return new MappedInterceptor(null, new ApiAccess(new ApiPath(web), policy, audit));
    }

    @Bean
    SessionController delayQueueSessionController(
            DelayQueueWebProperties web,
            WebSecurityProperties properties,
            AccessPolicy policy,
            ObjectProvider<PageToken> token,
            Environment environment) {
        return new SessionController(web, properties, policy, token.getIfAvailable(() -> request -> null), environment);
    }
}
