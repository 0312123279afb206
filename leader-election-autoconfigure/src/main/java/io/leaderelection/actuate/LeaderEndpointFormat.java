/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import org.springframework.boot.actuate.endpoint.Producible;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/**
 * The media types that the endpoint {@code leader} produces on the web. If a request
 * accepts several, it gets the last one: a browser, which accepts anything, gets a page.
 */
public enum LeaderEndpointFormat implements Producible<LeaderEndpointFormat> {

	/** JSON in the format of Spring Boot's endpoints; the default. */
	ACTUATOR_V3("application/vnd.spring-boot.actuator.v3+json"),

	/** The same JSON under the former media type. */
	ACTUATOR_V2("application/vnd.spring-boot.actuator.v2+json"),

	/** JSON. */
	JSON(MimeTypeUtils.APPLICATION_JSON_VALUE),

	/** An HTML page for a browser. */
	HTML(MimeTypeUtils.TEXT_HTML_VALUE);

	private final String type;

	LeaderEndpointFormat(String type) {
		this.type = type;
	}

	@Override
	public MimeType getProducedMimeType() {
		return MimeTypeUtils.parseMimeType(this.type);
	}

	@Override
	public boolean isDefault() {
		return this == ACTUATOR_V3;
	}

}
