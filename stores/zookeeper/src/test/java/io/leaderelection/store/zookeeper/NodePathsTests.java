/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import io.leaderelection.store.ElectionKey;
import org.apache.zookeeper.common.PathUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class NodePathsTests {

	private final NodePaths paths = new NodePaths("/leader-election");

	@Test
	void plainNamesAreNotEscaped() {
		assertThat(this.paths.record(new ElectionKey("orders", "billing.eu-1_A")))
			.isEqualTo("/leader-election/orders/billing.eu-1_A");
		assertThat(new NodePaths("").namespace("orders")).isEqualTo("/orders");
	}

	@ParameterizedTest
	@ValueSource(strings = { ".", "..", "...", "a b", "\u00e9", "\ud83d\ude00", "zookeeper", "a:b", "\uf8ff", "\uffff",
			"a.", "~" })
	void everyNameIsEncodedAndDecoded(String name) {
		String namespace = this.paths.namespace(name + "/%");
		String path = this.paths.record(new ElectionKey(name + "/%", name));
		PathUtils.validatePath(path);
		assertThat(path.substring(namespace.length() + 1)).doesNotContain("/");
		assertThat(NodePaths.election(namespace, path)).isEqualTo(name);
		assertThat(NodePaths.election(namespace, path + "/0123")).isEqualTo(name);
	}

	@Test
	void escapedNamesDifferFromPlainNames() {
		assertThat(this.paths.namespace("%2E")).isNotEqualTo(this.paths.namespace("."));
		assertThat(this.paths.namespace("%20")).isNotEqualTo(this.paths.namespace(" "));
		assertThat(this.paths.namespace("a/b")).isNotEqualTo(this.paths.namespace("a%2Fb"));
	}

	@Test
	void foreignNodesAreNotElections() {
		assertThat(NodePaths.election("/a", "/b/c")).isNull();
		assertThat(NodePaths.election("/a", "/a")).isNull();
		assertThat(NodePaths.election("/a", "/a/%zz")).isNull();
		assertThat(NodePaths.election("/a", "/a/%2")).isNull();
	}

	@Test
	void parentsAreListedFromTheTop() {
		assertThat(NodePaths.parents("/a/b/c")).containsExactly("/a", "/a/b");
		assertThat(NodePaths.parents("/a")).isEmpty();
	}

}
