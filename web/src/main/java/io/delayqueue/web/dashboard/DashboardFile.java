package io.delayqueue.web.dashboard;

import org.springframework.http.MediaType;
import org.springframework.util.DigestUtils;

/**
 * File of the dashboard.
 *
 * @param content the bytes
 * @param type the media type
 * @param etag the hash of the content
 */
record DashboardFile(byte[] content, MediaType type, String etag) {

    DashboardFile(byte[] content, MediaType type) {
        this(content, type, '"' + DigestUtils.md5DigestAsHex(content) + '"');
    }
}
