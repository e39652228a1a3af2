import xkey;
acl purgers { "10.0.0.0"/24; }

sub vcl_recv {
  if (req.method == "PURGE") {
    if (client.ip !~ purgers) { return (synth(403)); }
    set req.http.purged = xkey.purge(req.http.xkey-purge);
    return (synth(200));
  }
}
sub vcl_backend_response {
  set beresp.http.xkey = beresp.http.Surrogate-Key;
}
