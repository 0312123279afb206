/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.NoSuchAlgorithmException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;

import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The API server of Kubernetes beside an etcd server, with certificates, rights (RBAC),
 * service accounts and an audit log. Nothing else of a cluster runs: objects are stored,
 * but nothing is started. The program is built by
 * {@code verification/servers-kubernetes/kube-apiserver}.
 */
public final class KubeApiServer extends TestServer {

	/** The environment variable that names a program to use. */
	static final String CHOSEN = "LEADER_ELECTION_KUBE_APISERVER";

	/** The token of a user that may do everything. */
	public static final String ADMIN_TOKEN = "admin-of-the-tests";

	private static final String SCRIPT = "verification/servers-kubernetes/kube-apiserver";

	private static final String CERTIFICATES = "certificates";

	private static final String AUDIT_LOG = "audit.log";

	private final Path keys;

	private final EtcdServer etcd;

	private final boolean ownsEtcd;

	private KubeApiServer(Path directory, int port, EtcdServer etcd, boolean ownsEtcd, Path keys, String... options) {
		super(directory, port, new NativeProcess(command(directory, port, etcd, keys, options), directory));
		this.etcd = etcd;
		this.ownsEtcd = ownsEtcd;
		this.keys = keys;
	}

	/**
	 * Starts a server with an etcd server of its own.
	 * @param options further options of the command line
	 * @return the running server
	 */
	public static KubeApiServer open(String... options) {
		program();
		Path directory = Commands.temporaryDirectory("kube-apiserver");
		EtcdServer etcd = EtcdServer.open();
		try {
			writeKeys(directory);
			return started(new KubeApiServer(directory, Loopback.freePort(), etcd, true, directory, options));
		}
		catch (RuntimeException ex) {
			etcd.close();
			throw ex;
		}
	}

	/**
	 * Starts another server over the same etcd server, which accepts the same tokens.
	 * @param options further options of the command line
	 * @return the running server, to close before this one
	 */
	public KubeApiServer another(String... options) {
		Path directory = Commands.temporaryDirectory("kube-apiserver");
		return started(new KubeApiServer(directory, Loopback.freePort(), this.etcd, false, this.keys, options));
	}

	private static List<String> command(Path directory, int port, EtcdServer etcd, Path keys, String... options) {
		Path policy = directory.resolve("audit.yaml");
		Commands.write(policy, """
				apiVersion: audit.k8s.io/v1
				kind: Policy
				omitStages: [RequestReceived]
				rules:
				- level: Metadata
				""");
		List<String> command = new ArrayList<>(
				List.of(program().toString(), "--etcd-servers=" + etcd.endpoint(), "--bind-address=" + Loopback.HOST,
						"--secure-port=" + port, "--cert-dir=" + directory.resolve(CERTIFICATES),
						"--authorization-mode=RBAC", "--token-auth-file=" + keys.resolve("tokens.csv"),
						"--service-account-issuer=https://kubernetes.default.svc",
						"--service-account-key-file=" + keys.resolve("accounts.pub"),
						"--service-account-signing-key-file=" + keys.resolve("accounts.key"),
						"--service-cluster-ip-range=10.0.0.0/24", "--audit-policy-file=" + policy,
						"--audit-log-path=" + directory.resolve(AUDIT_LOG)));
		command.addAll(Arrays.asList(options));
		return command;
	}

	private static Path program() {
		String chosen = System.getenv().getOrDefault(CHOSEN, "");
		Path program = chosen.isEmpty() ? cached() : Path.of(chosen);
		if (!Files.isExecutable(program)) {
			throw new IllegalStateException("No API server of Kubernetes at " + program + ". " + SCRIPT
					+ " builds it; or name one in " + CHOSEN);
		}
		return program;
	}

	/** Returns the program of the newest version that was built. */
	private static Path cached() {
		Path versions = Path.of(System.getProperty("user.home"), ".cache", "leader-election", "kube-apiserver");
		if (!Files.isDirectory(versions)) {
			return versions;
		}
		try (var built = Files.list(versions)) {
			return built.sorted().reduce((first, second) -> second).orElse(versions).resolve("kube-apiserver");
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot read " + versions, ex);
		}
	}

	private static void writeKeys(Path directory) {
		try {
			KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
			generator.initialize(2048);
			KeyPair pair = generator.generateKeyPair();
			Commands.write(directory.resolve("accounts.key"), pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
			Commands.write(directory.resolve("accounts.pub"), pem("PUBLIC KEY", pair.getPublic().getEncoded()));
			Commands.write(directory.resolve("tokens.csv"), ADMIN_TOKEN + ",admin,1,\"system:masters\"\n");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static String pem(String type, byte[] content) {
		return "-----BEGIN " + type + "-----\n" + Base64.getMimeEncoder().encodeToString(content) + "\n-----END " + type
				+ "-----\n";
	}

	/**
	 * Returns the URL for clients.
	 * @return the URL, with HTTPS
	 */
	public String endpoint() {
		return "https://" + Loopback.HOST + ":" + port();
	}

	/**
	 * Returns the certificates that a client has to trust.
	 * @return a PEM file
	 */
	public Path trusted() {
		return directory().resolve(CERTIFICATES).resolve("apiserver.crt");
	}

	/**
	 * Writes a kubeconfig file of the user who may do everything.
	 * @param port the port to connect to, of this server or of a proxy in front of it
	 * @return the file
	 */
	public Path kubeconfig(int port) {
		Path file = directory().resolve("kubeconfig-" + port);
		Commands.write(file, """
				apiVersion: v1
				kind: Config
				current-context: tests
				clusters:
				- name: tests
				  cluster: {server: "https://%s:%d", certificate-authority: "%s"}
				users:
				- name: admin
				  user: {token: %s}
				contexts:
				- name: tests
				  context: {cluster: tests, user: admin, namespace: default}
				""".formatted(Loopback.HOST, port, trusted(), ADMIN_TOKEN));
		return file;
	}

	/**
	 * Returns the log of all requests, a JSON object a line. A request is there before it
	 * is answered; a watch when it has begun, and when it has ended.
	 * @return the file
	 */
	public Path auditLog() {
		return directory().resolve(AUDIT_LOG);
	}

	/**
	 * Returns the server with the objects.
	 * @return the running etcd server
	 */
	public EtcdServer etcd() {
		return this.etcd;
	}

	@Override
	boolean isReady() {
		try {
			HttpsURLConnection connection = (HttpsURLConnection) URI.create(endpoint() + "/readyz")
				.toURL()
				.openConnection();
			connection.setSSLSocketFactory(trusting().getSocketFactory());
			connection.setRequestProperty("Authorization", "Bearer " + ADMIN_TOKEN);
			connection.setConnectTimeout(1000);
			connection.setReadTimeout(1000);
			try {
				return connection.getResponseCode() == HttpURLConnection.HTTP_OK
						&& "ok".equals(new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
			}
			finally {
				connection.disconnect();
			}
		}
		catch (IOException | UncheckedIOException ex) {
			// Without a certificate yet, or without an answer
			return false;
		}
	}

	/**
	 * Returns a context that trusts the certificates of this server.
	 * @return the context
	 */
	public SSLContext trusting() {
		try (InputStream file = Files.newInputStream(trusted())) {
			Collection<? extends Certificate> certificates = CertificateFactory.getInstance("X.509")
				.generateCertificates(file);
			KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
			store.load(null, null);
			int number = 0;
			for (Certificate certificate : certificates) {
				store.setCertificateEntry("server-" + number++, certificate);
			}
			TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
			factory.init(store);
			SSLContext context = SSLContext.getInstance("TLS");
			context.init(null, factory.getTrustManagers(), null);
			return context;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot read " + trusted(), ex);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Cannot trust " + trusted(), ex);
		}
	}

	@Override
	public void close() {
		super.close();
		if (this.ownsEtcd) {
			this.etcd.close();
		}
	}

}
