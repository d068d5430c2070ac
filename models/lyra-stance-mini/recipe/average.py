"""Mean of two int8 exports of the same graph: python average.py A.onnx B.onnx OUT.onnx. Rows are read back, averaged and quantised again in place."""
import sys, numpy as np
def varint(b,i):
    r=s=0
    while True:
        c=b[i]; i+=1; r|=(c&127)<<s; s+=7
        if c<128: return r,i
def fields(b,i,end):
    while i<end:
        t,i=varint(b,i); f,w=t>>3,t&7
        if w==0: v,i=varint(b,i); yield f,w,v,None
        elif w==2: n,i=varint(b,i); yield f,w,i,i+n; i+=n
        elif w==5: yield f,w,i,i+4; i+=4
        elif w==1: yield f,w,i,i+8; i+=8
def tensors(b):
    out={}
    for f,w,s,e in fields(b,0,len(b)):
        if f==7:
            for f2,w2,s2,e2 in fields(b,s,e):
                if f2==5:
                    dims=[];dt=None;name=None;raw=None
                    for f3,w3,s3,e3 in fields(b,s2,e2):
                        if f3==1:
                            if w3==0: dims.append(s3)
                            else:
                                i=s3
                                while i<e3: v,i=varint(b,i); dims.append(v)
                        elif f3==2: dt=s3
                        elif f3==8: name=bytes(b[s3:e3]).decode()
                        elif f3==9 or f3==4 and w3==2: raw=(s3,e3)
                        elif f3==5 and w3==2: assert not any(b[s3:e3]), ('not zero',name)
                        elif f3==4 and w3==5: raw=(s3,e3)
                    out[name]=(dims,dt,raw)
    return out
T={1:np.float32,3:np.int8,2:np.uint8,7:np.int64,6:np.int32,9:np.bool_}
def main(a,b,o):
    A,B=bytearray(open(a,'rb').read()),bytearray(open(b,'rb').read()); ta,tb=tensors(A),tensors(B); assert ta.keys()==tb.keys()
    get=lambda buf,t,n: np.frombuffer(bytes(buf[t[n][2][0]:t[n][2][1]]),T[t[n][1]]).reshape(t[n][0]) if t[n][2] else None
    put=lambda n,v: A.__setitem__(slice(*ta[n][2]),np.ascontiguousarray(v,T[ta[n][1]]).tobytes())
    kinds={}; worst=0
    def quant(q,s,z):
        nonlocal worst
        x=[get(buf,t,q).astype(np.float64) for buf,t in ((A,ta),(B,tb))]; ss=[get(buf,t,s).astype(np.float64) for buf,t in ((A,ta),(B,tb))]
        if z is not None:
            for buf,t in ((A,ta),(B,tb)): zz=get(buf,t,z); assert zz is None or not zz.any(), z
        ax=x[0].ndim-1
        sh=lambda v: v if z is None else v.reshape([-1 if i==ax else 1 for i in range(x[0].ndim)]) if v.size>1 else v.reshape([1]*x[0].ndim)
        w=(x[0]*sh(ss[0])+x[1]*sh(ss[1]))/2
        if z is None: m=np.abs(w).max(1,keepdims=True)
        else: m=np.abs(w).max(tuple(i for i in range(w.ndim) if i!=ax),keepdims=True) if ss[0].size>1 else np.abs(w).max(keepdims=True)
        s1=np.maximum(m/127,1e-12).astype(np.float32).astype(np.float64)
        put(s,s1.reshape(ss[0].shape)); put(q,np.clip(np.round(w/s1),-127,127)); worst=max(worst,float(np.abs(np.round(w/s1)*s1-w).max()))
    for n in ta:
        if n.endswith('_quantized'):
            b_=n.removesuffix('_quantized'); quant(n,b_+'_scale',b_+'_zero_point'); kinds['q']=kinds.get('q',0)+1
        elif n.endswith('.q'): quant(n,n[:-2]+'.s',None); kinds['row']=kinds.get('row',0)+1
        elif ta[n][1]==1 and not n.endswith(('_scale','.s')) and ta[n][2]:
            x,y=get(A,ta,n),get(B,tb,n); put(n,(x.astype(np.float64)+y)/2); kinds['f']=kinds.get('f',0)+1; kinds['fdiff']=kinds.get('fdiff',0)+int((x!=y).any())
        else: kinds['kept '+str(ta[n][1])]=kinds.get('kept '+str(ta[n][1]),0)+1; 
    print(kinds,'largest rounding',worst); open(o,'wb').write(A)
main(*sys.argv[1:])
