package io.delayqueue.web.security;

import io.delayqueue.web.DelayQueueWebProperties;
import io.delayqueue.web.api.mvc.ApiPath;
import io.delayqueue.web.audit.AuditLog;
import io.delayqueue.web.security.WebSession.Csrf;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.session.NullAuthenticatedSessionStrategy;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.security.web.savedrequest.HttpSessionRequestCache;
import org.springframework.security.web.savedrequest.NullRequestCache;
import org.springframework.security.web.savedrequest.RequestCache;

/**
 * Auto-configuration of the security filter chain of the dashboard and the API. It runs after that of Spring Boot, which
 * creates the application's chain only if there is none. It needs another chain, because this one alone would leave the rest of
 * the application open.
 */
@AutoConfiguration(
        after = DelayQueueWebSecurityAutoConfiguration.class,
        afterName = "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration")
@ConditionalOnClass(name = DelayQueueWebSecurityAutoConfiguration.SPRING_SECURITY)
@ConditionalOnBean({AccessPolicy.class, HttpSecurity.class})
public final class DelayQueueSecurityFilterChainAutoConfiguration {

    static final String CHAIN = "delayQueueSecurityFilterChain";

    DelayQueueSecurityFilterChainAutoConfiguration() {}

    /** Reads the CSRF token that Spring Security has set in the request. */
    @Bean
    PageToken delayQueuePageToken() {
        return request -> {
            CsrfToken token = (CsrfToken) request.getAttribute(CsrfToken.class.getName());
            return token == null ? null : new Csrf(token.getHeaderName(), token.getToken());
        };
    }

    /** Before the chains of the application, of which one probably matches all requests. */
    @Bean(CHAIN)
    @Order(Ordered.HIGHEST_PRECEDENCE)
    @ConditionalOnBean(SecurityFilterChain.class)
    @ConditionalOnMissingBean(name = CHAIN)
    SecurityFilterChain delayQueueSecurityFilterChain(
            HttpSecurity http,
            DelayQueueWebProperties web,
            WebSecurityProperties properties,
            AccessPolicy policy,
            AuditLog audit) {
        RefusedRequests refused = new RefusedRequests(new ApiPath(web), policy, audit, properties.loginPage());
        return http.securityMatcher(web.path() + "/**")
                .authorizeHttpRequests(requests -> {
                    if (properties.allowUnauthenticated()) {
                        requests.anyRequest().permitAll();
                    } else {
                        requests.anyRequest().authenticated();
                    }
                })
                .httpBasic(basic -> basic.authenticationEntryPoint(refused))
                .exceptionHandling(
                        handling -> handling.authenticationEntryPoint(refused).accessDeniedHandler(refused))
                .csrf(csrf -> csrf.csrfTokenRepository(tokens())
                        // Each request with basic authentication is a login, and would end the token of the page.
                        .sessionAuthenticationStrategy(new NullAuthenticatedSessionStrategy())
                        .requireCsrfProtectionMatcher(
                                request -> Browsers.isUnsafe(request) && Browsers.maySend(request)))
                // The CORS configuration of the application does not apply.
                .cors(AbstractHttpConfigurer::disable)
                // A login in the application is valid here too; requests with basic authentication create no session.
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.NEVER))
                .requestCache(cache -> cache.requestCache(pages(properties.loginPage())))
                .logout(AbstractHttpConfigurer::disable)
                .build();
    }

    /** In a cookie: basic authentication creates no session, and the next call may reach another instance. */
    private static CsrfTokenRepository tokens() {
        CookieCsrfTokenRepository tokens = new CookieCsrfTokenRepository();
        tokens.setCookieName("DELAYQUEUE-CSRF");
        tokens.setHeaderName("X-CSRF-TOKEN");
        tokens.setCookieCustomizer(cookie -> cookie.sameSite("Strict"));
        return tokens;
    }

    /** Stores the target of the redirect after the login. */
    private static RequestCache pages(@Nullable String loginPage) {
        if (loginPage == null) {
            return new NullRequestCache();
        }
        HttpSessionRequestCache cache = new HttpSessionRequestCache();
        cache.setRequestMatcher(Browsers::isPageLoad);
        return cache;
    }
}
