/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd.autoconfigure;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties of the etcd store.
 *
 * @param endpoints URLs of the servers of the etcd cluster, such as http://localhost:2379
 * or, for SSL, https://etcd-0:2379.
 * @param username User name, if etcd has authentication enabled.
 * @param password Password of the user.
 * @param keyPrefix Prefix of all key names. The role of the user must be allowed to read
 * and write all keys with this prefix.
 * @param ssl SSL settings of https connections.
 */
@Lazy
@ConfigurationProperties("leader-election.etcd")
public record EtcdLeaderElectionProperties(@DefaultValue List<String> endpoints, @Nullable String username,
		@Nullable String password, @DefaultValue("leader-election/") String keyPrefix, @DefaultValue Ssl ssl) {

	/** Omits endpoints and password, which may be secrets. */
	@Override
	public String toString() {
		return "EtcdLeaderElectionProperties[username=" + this.username + ", keyPrefix=" + this.keyPrefix + "]";
	}

	/**
	 * SSL settings of https connections. The shorter one of two names comes first,
	 * because Spring Boot's metadata takes the first description that begins with a name.
	 *
	 * @param bundle Name of the application's SSL bundle (spring.ssl.bundle). Read again
	 * for each new connection.
	 * @param certificate PEM file with the client certificate, if no bundle is set.
	 * @param certificateAuthority PEM file with the certificates of the trusted
	 * authorities, if no bundle is set.
	 * @param privateKey PEM file with the private key of the client certificate.
	 */
	public record Ssl(@Nullable String bundle, @Nullable String certificate, @Nullable String certificateAuthority,
			@Nullable String privateKey) {

		/** Omits the files, which may be texts with a key. */
		@Override
		public String toString() {
			return "Ssl[bundle=" + this.bundle + "]";
		}

	}

}
