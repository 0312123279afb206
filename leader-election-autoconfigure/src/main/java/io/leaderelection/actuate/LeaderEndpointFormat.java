/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import org.springframework.boot.actuate.endpoint.Producible;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/**
 * The forms in which the endpoint {@code leader} answers on the web. A request that names
 * several of them gets the last one: a browser, which takes anything, gets a page.
 */
public enum LeaderEndpointFormat implements Producible<LeaderEndpointFormat> {

	/** JSON as Spring Boot's endpoints produce it, for all who ask for nothing else. */
	ACTUATOR_V3("application/vnd.spring-boot.actuator.v3+json"),

	/** JSON under the former name of that type. */
	ACTUATOR_V2("application/vnd.spring-boot.actuator.v2+json"),

	/** JSON. */
	JSON(MimeTypeUtils.APPLICATION_JSON_VALUE),

	/** A page for a browser. */
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
