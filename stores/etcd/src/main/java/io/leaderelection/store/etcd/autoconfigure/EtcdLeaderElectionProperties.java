/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties of the etcd store.
 */
@Lazy
@ConfigurationProperties("leader-election.etcd")
public class EtcdLeaderElectionProperties {

	/**
	 * URLs of the servers of the etcd cluster, such as http://localhost:2379 or, for SSL,
	 * https://etcd-0:2379.
	 */
	private List<String> endpoints = new ArrayList<>();

	/**
	 * User name, if etcd has authentication enabled.
	 */
	private @Nullable String username;

	/**
	 * Password of the user.
	 */
	private @Nullable String password;

	/**
	 * Prefix of all key names. The role of the user must be allowed to read and write all
	 * keys with this prefix.
	 */
	private String keyPrefix = "leader-election/";

	private final Ssl ssl = new Ssl();

	public List<String> getEndpoints() {
		return this.endpoints;
	}

	public void setEndpoints(List<String> endpoints) {
		this.endpoints = endpoints;
	}

	public @Nullable String getUsername() {
		return this.username;
	}

	public void setUsername(@Nullable String username) {
		this.username = username;
	}

	public @Nullable String getPassword() {
		return this.password;
	}

	public void setPassword(@Nullable String password) {
		this.password = password;
	}

	public String getKeyPrefix() {
		return this.keyPrefix;
	}

	public void setKeyPrefix(String keyPrefix) {
		this.keyPrefix = keyPrefix;
	}

	public Ssl getSsl() {
		return this.ssl;
	}

	/**
	 * SSL settings of https connections.
	 */
	public static class Ssl {

		/**
		 * Name of the application's SSL bundle (spring.ssl.bundle). Read again for each
		 * new connection.
		 */
		private @Nullable String bundle;

		/**
		 * PEM file with the certificates of the trusted authorities, if no bundle is set.
		 */
		private @Nullable String certificateAuthority;

		/**
		 * PEM file with the client certificate, if no bundle is set.
		 */
		private @Nullable String certificate;

		/**
		 * PEM file with the private key of the client certificate.
		 */
		private @Nullable String privateKey;

		public @Nullable String getBundle() {
			return this.bundle;
		}

		public void setBundle(@Nullable String bundle) {
			this.bundle = bundle;
		}

		public @Nullable String getCertificateAuthority() {
			return this.certificateAuthority;
		}

		public void setCertificateAuthority(@Nullable String certificateAuthority) {
			this.certificateAuthority = certificateAuthority;
		}

		public @Nullable String getCertificate() {
			return this.certificate;
		}

		public void setCertificate(@Nullable String certificate) {
			this.certificate = certificate;
		}

		public @Nullable String getPrivateKey() {
			return this.privateKey;
		}

		public void setPrivateKey(@Nullable String privateKey) {
			this.privateKey = privateKey;
		}

	}

}
