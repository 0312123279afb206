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
 * The TLS settings of connections to etcd. The certificate and the host name of a server
 * are always verified.
 *
 * @param keys provides the client certificate, or {@code null} for none
 * @param trust decides which server certificates are trusted, or {@code null} for the
 * defaults of the JDK
 * @param protocols the enabled protocols, or an empty list for the defaults
 * @param ciphers the enabled cipher suites, or an empty list for the defaults
 */
public record EtcdTls(@Nullable KeyManagerFactory keys, @Nullable TrustManagerFactory trust, List<String> protocols,
		List<String> ciphers) {

	public EtcdTls {
		protocols = List.copyOf(protocols);
		ciphers = List.copyOf(ciphers);
	}

	/**
	 * Returns settings that trust the JDK's certificate authorities and use no client
	 * certificate.
	 * @return the settings
	 */
	public static EtcdTls standard() {
		return new EtcdTls(null, null, List.of(), List.of());
	}

}
