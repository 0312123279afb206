/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.web;

import java.util.Collections;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.HttpHeaders;
import org.springframework.util.ClassUtils;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * The request that Spring MVC serves on the current thread.
 */
final class ServedRequest {

	private static final boolean SERVLET_PRESENT = ClassUtils.isPresent("jakarta.servlet.http.HttpServletRequest",
			ServedRequest.class.getClassLoader());

	private ServedRequest() {
	}

	/**
	 * Returns the request's marks.
	 * @return its headers {@link LeaderRequestInterceptor#FORWARDED}, or none if there is
	 * no request
	 */
	static HttpHeaders headers() {
		return SERVLET_PRESENT ? Servlets.headers() : HttpHeaders.EMPTY;
	}

	/** Loaded only if the servlet API is present. */
	private static final class Servlets {

		static HttpHeaders headers() {
			HttpHeaders headers = new HttpHeaders();
			if (RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes) {
				HttpServletRequest request = attributes.getRequest();
				try {
					headers.addAll(LeaderRequestInterceptor.FORWARDED,
							Collections.list(request.getHeaders(LeaderRequestInterceptor.FORWARDED)));
				}
				catch (IllegalStateException ex) {
					// The response is complete and the server has recycled the request: a
					// thread of the application still refers to it
				}
			}
			return headers;
		}

	}

}
