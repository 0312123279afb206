/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.util.List;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;

import org.jspecify.annotations.Nullable;

/**
 * How connections to etcd are secured. Certificates of servers are always verified, and
 * so are their host names.
 *
 * @param keys shows a certificate of this client, or {@code null} for none
 * @param trust decides whose certificates are trusted, or {@code null} for those of the
 * JDK
 * @param protocols the protocols, or an empty list for the usual ones
 * @param ciphers the cipher suites, or an empty list for the usual ones
 */
public record EtcdTls(@Nullable KeyManagerFactory keys, @Nullable TrustManagerFactory trust, List<String> protocols,
		List<String> ciphers) {

	public EtcdTls {
		protocols = List.copyOf(protocols);
		ciphers = List.copyOf(ciphers);
	}

	/**
	 * The trust of the JDK, without a certificate of this client.
	 * @return the settings
	 */
	public static EtcdTls standard() {
		return new EtcdTls(null, null, List.of(), List.of());
	}

}
