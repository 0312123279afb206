/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.util.Map;

import io.leaderelection.autoconfigure.LeaderMetadataContributor;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Publishes the address of this instance while it leads. The port is known once the web
 * server listens, which is before this instance contends.
 */
@Component
class InstanceAddress implements LeaderMetadataContributor {

	/** The key of the address. */
	static final String URL = "url";

	private final String host;

	private volatile @Nullable String url;

	InstanceAddress(@Value("${sample.host}") String host) {
		this.host = host;
	}

	@EventListener
	void listening(WebServerInitializedEvent event) {
		if (event.getApplicationContext().getServerNamespace() == null) {
			this.url = "http://" + this.host + ":" + event.getWebServer().getPort();
		}
	}

	@Override
	public void contribute(Map<String, String> metadata) {
		String url = this.url;
		if (url != null) {
			metadata.put(URL, url);
		}
	}

}
