// Copyright 2026 the original author or authors.
// SPDX-License-Identifier: Apache-2.0

// The API server of Kubernetes as it is released, for tests. Its own main package cannot be built
// outside of its repository, because its module replaces others by folders of that repository.
package main

import (
	"os"
	_ "time/tzdata"

	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
)

func main() {
	os.Exit(cli.Run(app.NewAPIServerCommand()))
}
